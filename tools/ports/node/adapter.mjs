// Puts an SDK written for Node behind two pipes; it knows no SDK and no suite.
//
// `serve` speaks the protocol of Documentation/Protocol.md. Import this file before the SDK: it
// takes over the timers, the clocks and `fetch`. A port is a function that makes a fresh SDK on a
// world ({ place, chance, seed, device, disk, keychain, store, ask, see }) and gives
//
//   members   name → function, or { get, set } for a property
//   app       foreground, background, terminate, unlock, appear … → function
//   user      act → function of `show`, the message's id, and the act's fields
//
// All functions take one object of what is given. What a member returns is what the call returns; a
// promise returns when it is settled. What is not built throws `Unsupported`.

import { Console } from 'node:console'
import { readSync, writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const real = { setImmediate, Date }
let re, now, wall, world, port, launch, open, objects, timers, out = [], rest = Buffer.alloc(0), busy = 0, count = 0

/** A member, an input or a value that the port has not built. */
export class Unsupported extends Error {}
/** A value that Node has no type for: `tag` is `$url`, `$uuid` or `$opaque`. */
export class Tagged { constructor(tag, text) { Object.assign(this, { tag, text }) } toString() { return this.text } }

// ---- Lines. Stray prints go to stderr; the pipes are read and written at once, without the loop.

Object.defineProperty(process, 'stdout', { get: () => process.stderr })
globalThis.console = new Console(process.stderr)

function readLine() {
  const parts = []
  for (;;) {
    const end = rest.indexOf(10)
    parts.push(rest.subarray(0, end < 0 ? rest.length : end))
    if (end >= 0) break
    const chunk = Buffer.allocUnsafe(65536)
    rest = chunk.subarray(0, readSync(0, chunk))
    if (!rest.length) process.exit(0)        // the end: what is left undone never happens
  }
  rest = rest.subarray(rest.indexOf(10) + 1)
  return JSON.parse(Buffer.concat(parts).toString())
}

function flush() {
  for (let bytes = Buffer.from(out.splice(0).join('')); bytes.length;) {
    try { bytes = bytes.subarray(writeSync(1, bytes)) } catch (error) { if (error.code !== 'EAGAIN') throw error }
  }
}

const write = fields => out.push(JSON.stringify({ re, ...fields }) + '\n')
const see = (kind, fields) => write({ see: kind, ...fields })
const fault = error => error instanceof Unsupported
  ? see('unsupported', { what: error.message }) : see('fault', { message: String(error?.stack ?? error) })

// ---- Time. All microtasks run before an immediate; what runs elsewhere is counted in and out.

/** Counts work of the platform (files, WebCrypto) until its promise is settled. */
export const native = promise => { busy++; return promise.finally(() => busy--) }

const settled = async () => { do await new Promise(real.setImmediate); while (busy) }

function start(f, delay, args, again) {
  const timer = { at: now + Math.max(0, Math.ceil(Number(delay) || 0)), again, f: () => f(...args), ref: () => timer, unref: () => timer }
  timers.push(timer)
  return timer
}
globalThis.setTimeout = (f, delay, ...args) => start(f, delay, args)
globalThis.setInterval = (f, delay, ...args) => start(f, delay, args, Math.max(1, Math.ceil(delay)))
globalThis.clearTimeout = globalThis.clearInterval = timer => { timers = timers.filter(it => it !== timer) }
globalThis.setImmediate = (f, ...args) => { busy++; return real.setImmediate(() => { busy--; f(...args) }) }
globalThis.Date = class extends real.Date {
  constructor(...args) { super(...(args.length ? args : [wall])) }
  static now() { return wall }
}
performance.now = () => now
AbortSignal.timeout = delay => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The operation timed out.', 'TimeoutError')), delay)
  return controller.signal
}

// The first that is due, of equal ones the first that was set, with all that follows from it.
async function fire() {
  const due = timers.filter(timer => timer.at <= now).sort((a, b) => a.at - b.at)[0]
  if (!due) return false
  if (due.again) due.at += due.again
  else clearTimeout(due)
  due.f()
  await settled()
  return true
}

// ---- The device. A launch gets a new one, and what an old one still does is lost.

/** A new id that begins so, such as a question's, and a promise of what answers it. */
function ask(letter) {
  const id = `${letter}${++count}`
  return { id, promise: new Promise((resolve, reject) => open.set(id, { resolve, reject })) }
}

function settle(id, how, value) {
  const asked = open.get(id)
  open.delete(id)
  asked?.[how](value)
  return asked
}

globalThis.fetch = (url, { method = 'GET', headers, body, signal } = {}) => {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const { id, promise } = ask('r')
  const text = body == null ? {} : { text: String(body) }
  see('request', { request: id, method, url: String(url), headers: Object.fromEntries(new Headers(headers)), ...text })
  signal?.addEventListener('abort', () => { if (settle(id, 'reject', signal.reason)) see('cancel', { request: id }) })
  return promise
}

function response({ status, headers, text = null, base64 }) {
  const body = base64 === undefined ? text : Buffer.from(base64, 'base64')
  const pairs = Object.entries(headers).flatMap(([name, value]) => [value].flat().map(one => [name, one]))
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: pairs })
}

/** Keeps these keys of `disk` and `keychain` now, all or none; null removes one. */
function store(areas) {
  for (const [area, changes] of Object.entries(areas)) {
    Object.assign(world[area], changes)
    for (const key in changes) if (changes[key] === null) delete world[area][key]
  }
  see('store', areas)
}

// ---- Values.

const tags = {
  $int: BigInt, $number: text => ({ inf: Infinity, '-inf': -Infinity })[text] ?? NaN, $date: text => new Date(text),
  $data: text => new Uint8Array(Buffer.from(text, 'hex')),
}

const mapped = (object, key, item) => Object.fromEntries(Object.entries(object).map(([k, value]) => [key(k), item(value)]))

export function decode(value, call) {
  if (Array.isArray(value)) return value.map(item => decode(item, call))
  if (value === null || typeof value !== 'object') return value
  const tag = Object.keys(value).find(key => /^\$(?!\$)/.test(key))
  if (tag === '$object') return appObject(value)
  if (tag === '$closure') return appFunction('completion', { call, name: value.$closure }, value.calls, value.returns)
  if (tag) return tags[tag]?.(value[tag]) ?? new Tagged(tag, value[tag])
  return mapped(value, key => key.replace(/^\$\$/, '$'), item => decode(item, call))
}

export function encode(value) {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : { $int: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value).toLowerCase().replace('inity', '') }
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(encode)
  if (value instanceof real.Date) return { $date: value.toISOString() }
  if (value instanceof Uint8Array) return { $data: Buffer.from(value).toString('hex') }
  if (value instanceof Tagged) return { [value.tag]: value.text }
  for (const [name, { thing }] of objects) if (thing === value) return { $object: name }
  if (Object.getPrototypeOf(value) === Object.prototype) return mapped(value, key => key.replace(/^\$/, '$$$$'), encode)
  objects.set(`o.${++count}`, { thing: value })        // an object of the SDK's own
  return encode(value)
}

// One of the app's objects: its methods take one object of arguments, and one it lacks is undefined.
function appObject(described) {
  const name = described.$object, known = objects.get(name) ?? { thing: undefined }
  objects.set(name, known)
  known.described = described
  known.thing ??= new Proxy({}, { get(own, member) {
    const { lacks = [], calls = {}, returns = {} } = known.described
    if (member in own || typeof member !== 'string' || ['then', 'toJSON', ...lacks].includes(member)) return own[member]
    return appFunction('callback', { object: name, member }, calls[member], returns[member])
  } })
  return known.thing
}

// That a function of the app's is called is told, and answered at once.
const appFunction = (kind, fields, calls = [], returns = null) => (...values) => {
  see(kind, { ...fields, ...(values.length ? { with: encode(values[0]) } : {}) })
  make(calls)
  return decode(returns)
}

// ---- Turns.

function run(functions, name, given, call) {
  const f = functions?.[name], values = decode(given, call)
  if (!f) throw new Unsupported(name)
  if (typeof f === 'function') return f(values)
  return 'newValue' in values ? f.set(values.newValue) : f.get()
}

function make(calls) {
  for (const { call, member, with: given } of calls) {
    const result = run(port.members, member, given, call)
    const back = value => see('return', { call, value: encode(value) })
    if (result instanceof Promise) result.then(back).catch(fault)
    else back(result)
  }
}

const unlock = storage => Object.assign(world, { disk: storage && (storage.disk ?? {}), keychain: storage && (storage.keychain ?? {}) })

const inputs = {
  launch({ app: place, chance, seed, device, storage }) {
    timers = []; open = new Map(); objects = new Map()
    world = { place, chance, seed, device, store, see, ask }
    unlock(storage)
    port = launch(world)
  },
  call: line => make([line]),
  reply: line => settle(line.request, 'resolve', response(line)),
  fail: line => settle(line.request, 'reject', Object.assign(new TypeError('fetch failed'), { kind: line.kind })),
  answer: line => settle(line.to, 'resolve', decode(line.with)),
  tick: fire,
  app({ to, with: { storage, ...given } = {} }) {
    if (storage) unlock(storage)
    run(port.app, to, given)
  },
  device: line => Object.assign(world.device, line.with),
  user: line => run(port.user, line.act, { ...line.with, show: line.show }),
  async release(line) {
    objects.delete(line.object)
    await settled()                          // a weak reference lives to the end of the task that has read it
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
  },
}

const unknown = line => { throw new Unsupported(line.do) }
const attempt = async f => { try { return await f() } catch (error) { fault(error); return true } }

async function turn(line) {
  ({ now, wall } = line)
  await attempt(() => (inputs[line.do] ?? unknown)(line))
  do await settled(); while (await attempt(fire))
  write({ idle: { timers: timers.map(({ at }) => ({ at })) } })
}

/** Answers the runner until its lines end; `claims` has the capabilities of each suite. */
export async function serve({ name, sdk, claims, launch: fresh }) {
  launch = fresh
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  for (;;) {
    const line = readLine()
    re = line.id
    if (line.do === 'hello') write({ hello: { protocol: 1, name, sdk, claims: claims[line.suite] ?? [] } })
    else await turn(line)
    flush()
  }
}
