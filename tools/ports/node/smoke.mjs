// The members of `conformance smoke`, for any port behind adapter.mjs: `{ ...members, ...smoke(world) }`.
// They try the adapter before any rule; an SDK has nothing to do with them.

import { exact } from './exact.mjs'

export function smoke(world) {
  let weak
  return {
    'smoke.echo': ({ value }) => value,
    'smoke.object'({ object, value }) {
      weak = new WeakRef(object)
      return object.ping({ value })
    },
    'smoke.alive': () => weak.deref() !== undefined,
    'smoke.send'({ value, completion }) {
      const headers = { 'Content-Type': 'application/json' }
      fetch('https://smoke.test/echo', { method: 'POST', headers, body: exact.stringify({ value }) })
        .then(async reply => completion(exact.parse(await reply.text()).value), () => completion(null))
    },
    'smoke.keep': ({ key, value }) => world.store({ disk: { [key]: exact.stringify(value) } }),
    'smoke.kept': ({ key }) => exact.parse(world.disk[key] ?? 'null'),
    'smoke.wait': ({ milliseconds, completion }) => { setTimeout(() => completion(), milliseconds) },
    'smoke.chain'({ count, completion }) {
      (async () => {
        for (let n = 0; n < count; n++) await null
        completion()
      })()
    },
    'smoke.throw'() { setTimeout(() => { throw new Error('smoke.throw was called') }) },
    'smoke.print': ({ text }) => { console.log(text) },
  }
}
