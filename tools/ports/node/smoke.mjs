// The members that `conformance smoke` asks of an adapter: they try its manners, and no SDK.
// `conformance smoke --help` says what each does. Bodies and storage keep whole numbers exact.

export const callbacks = { ping: ['value'] }

/** One launch of them. */
export function members(world, exact) {
  let object = null
  return {
    'smoke.echo': ({ value }) => value,
    'smoke.object': given => { object = new WeakRef(given.object); return given.object.ping(given.value) },
    'smoke.alive': () => object?.deref() !== undefined,
    'smoke.send': ({ value, completion }) => { send(value, completion) },
    'smoke.keep': ({ key, value }) => world.store({ disk: { [key]: exact.stringify(value) } }),
    'smoke.kept': ({ key }) => exact.parse(world.disk[key] ?? 'null'),
    'smoke.wait': ({ milliseconds, completion }) => { setTimeout(completion, milliseconds) },
    'smoke.chain': ({ count, completion }) => { chain(count, completion) },
    'smoke.throw': () => { chain(1, () => { throw new Error('smoke.throw was called') }) },
    'smoke.print': ({ text }) => console.log(text),
  }

  async function send(value, completion) {
    let reply
    try {
      reply = await fetch('https://smoke.test/echo', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: exact.stringify({ value }),
      })
    } catch {
      return completion(null)
    }
    completion(exact.parse(await reply.text()).value)
  }

  async function chain(count, completion) {
    for (let left = count; left > 0; left--) await null
    completion()
  }
}
