/** JSON whose integers stay exact: beyond 2^53 they are BigInt. */
export const exact = {
  parse: text => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, part =>
    /^-?\d+$/.test(part) && !Number.isSafeInteger(Number(part)) ? `{"$exact":"${part}"}` : part),
  (_, value) => value?.$exact === undefined ? value : BigInt(value.$exact)),
  stringify(value) {
    if (typeof value === 'bigint') return String(value)
    if (Array.isArray(value)) return `[${value.map(item => exact.stringify(item) ?? 'null')}]`
    if (value === null || typeof value !== 'object' || value.toJSON) return JSON.stringify(value)
    const pairs = Object.entries(value).map(([key, item]) => [JSON.stringify(key), exact.stringify(item)])
    return `{${pairs.filter(pair => pair[1] !== undefined).map(pair => pair.join(':'))}}`
  },
}
