// Puts an SDK written for Node behind two pipes; it knows no SDK and no suite.
//
// `serve` speaks the protocol of Documentation/Protocol.md. Import this file before the SDK: it
// takes over the timers, the clocks and `fetch`. A port is a function that makes a fresh SDK on a
// world ({ place, chance, seed, device, disk, keychain, store, ask, see }) and gives
//
//   members   name → function of its arguments, or { get, set } for a property
//   app       foreground, background, terminate, unlock, appear … → function of its fields
//   user      act → function of the shown message's id and the act's fields (may be missing)
//
// What a member returns is what the call returns; a promise returns when it is settled.

import { Console } from 'node:console'
import { readSync, writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as smoke from './smoke.mjs'

const real = { setImmediate, Date }
let now = 0, wall = 0, re = null, out = [], busy = 0, timers = [], count = 0
let open = new Map(), objects = new Map(), handed = new Map(), port = null, world = null, smokeMembers = {}

/** A member, an input or a value that the port has not built. */
export class Unsupported extends Error {}
/** A value that Node has no type for: `tag` is `$url`, `$uuid` or `$opaque`. */
export class Tagged { constructor(tag, text) { Object.assign(this, { tag, text }) } toString() { return this.text } }

// ---- Lines. Stray prints go to stderr; the pipes are read and written at once, without the loop.

Object.defineProperty(process, 'stdout', { get: () => process.stderr })
globalThis.console = new Console(process.stderr)

let rest = Buffer.alloc(0)
function readLine() {
  const parts = []
  for (let chunk = rest; ; chunk = Buffer.allocUnsafe(65536)) {
    const length = chunk === rest ? rest.length : readSync(0, chunk)
    if (length === 0 && chunk !== rest) return null
    const end = chunk.subarray(0, length).indexOf(10)
    parts.push(chunk.subarray(0, end < 0 ? length : end))
    if (end < 0) continue
    rest = chunk.subarray(end + 1, length)
    return JSON.parse(Buffer.concat(parts).toString())
  }
}

function flush() {
  let bytes = Buffer.from(out.join('')); out = []
  while (bytes.length) {
    try { bytes = bytes.subarray(writeSync(1, bytes)) } catch (error) { if (error.code !== 'EAGAIN') throw error }
  }
}

const write = fields => out.push(JSON.stringify({ re, ...fields }) + '\n')
const see = (kind, fields) => write({ see: kind, ...fields })
const fault = error => see('fault', { message: String(error?.stack ?? error) })

// ---- Time. All microtasks run before an immediate; what runs elsewhere is counted in and out.

/** Counts work of the platform (files, WebCrypto) until its promise is settled. */
export function native(promise) {
  busy++
  return promise.finally(() => busy--)
}

const settled = async () => { do await new Promise(real.setImmediate); while (busy) }

const start = (delay, again, f, args) => {
  const timer = { at: now + Math.max(0, Math.ceil(Number(delay) || 0)), again, f: () => f(...args), ref: () => timer, unref: () => timer, hasRef: () => true }
  timers.push(timer)
  return timer
}
globalThis.setTimeout = (f, delay, ...args) => start(delay, null, f, args)
globalThis.setInterval = (f, delay, ...args) => start(delay, Math.max(1, Math.ceil(delay)), f, args)
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
async function fire(limit) {
  const due = timers.filter(timer => timer.at <= limit).sort((a, b) => a.at - b.at)[0]
  if (!due) return false
  if (due.again) due.at += due.again
  else clearTimeout(due)
  due.f()
  await settled()
  return true
}

// ---- Network and questions.

function ask(letter) {
  const id = `${letter}${++count}`
  const promise = new Promise((resolve, reject) => open.set(id, { resolve, reject }))
  return { id, promise }
}

globalThis.fetch = (url, { method = 'GET', headers = {}, body, signal } = {}) => {
  if (signal?.aborted) return Promise.reject(signal.reason)
  const { id, promise } = ask('r')
  const content = body == null ? {} : typeof body === 'string' ? { text: body } : { base64: Buffer.from(body).toString('base64') }
  see('request', { request: id, method, url: String(url), headers: headers instanceof Headers ? Object.fromEntries(headers) : headers, ...content })
  signal?.addEventListener('abort', () => {
    const request = open.get(id)
    if (!request) return
    open.delete(id)
    see('cancel', { request: id })
    request.reject(signal.reason)
  })
  return promise
}

function response(line) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(line.headers)) for (const text of [value].flat()) headers.append(name, text)
  const body = line.base64 === undefined ? line.text ?? null : Buffer.from(line.base64, 'base64')
  return new Response([204, 205, 304].includes(line.status) ? null : body, { status: line.status, headers })
}

const settle = (id, how, value) => { const asked = open.get(id); open.delete(id); asked?.[how](value) }

// ---- Values.

const tags = {
  $int: BigInt, $number: text => ({ inf: Infinity, '-inf': -Infinity })[text] ?? NaN, $date: text => new Date(text),
  $data: text => new Uint8Array(Buffer.from(text, 'hex')),
}

export function decode(value, call) {
  if (Array.isArray(value)) return value.map(item => decode(item, call))
  if (value === null || typeof value !== 'object') return value
  const tag = Object.keys(value).find(key => /^\$(?!\$)/.test(key))
  if (tag === '$object') return handed.get(value.$object) ?? appObject(value)
  if (tag === '$closure') return closure(value, call)
  if (tag) return tags[tag]?.(value[tag]) ?? new Tagged(tag, value[tag])
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replace(/^\$\$/, '$'), decode(item, call)]))
}

export function encode(value) {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : { $int: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' }
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(encode)
  if (value instanceof real.Date) return { $date: value.toISOString() }
  if (value instanceof Uint8Array) return { $data: Buffer.from(value).toString('hex') }
  if (value instanceof Tagged) return { [value.tag]: value.text }
  for (const [name, thing] of [...objects, ...handed]) if (thing === value) return { $object: name }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    handed.set(`o${++count}`, value)
    return { $object: `o${count}` }
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replace(/^\$/, '$$$$'), encode(item)]))
}

function appObject({ $object: name, lacks = [], returns = {}, calls = {} }) {
  const object = objects.get(name) ?? {}
  objects.set(name, object)
  for (const [member, names] of Object.entries(world.callbacks)) {
    if (lacks.includes(member)) { delete object[member]; continue }
    object[member] = (...values) => {
      see('callback', { object: name, member, with: Object.fromEntries(names.map((key, place) => [key, encode(values[place])])) })
      make(calls[member] ?? [])
      return decode(returns[member] ?? null)
    }
  }
  return object
}

const closure = ({ $closure: name, returns = null, calls = [] }, call) => (...values) => {
  see('completion', { call, name, ...(values.length ? { with: encode(values[0]) } : {}) })
  make(calls)
  return decode(returns)
}

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

// ---- Turns.

function make(calls) {
  for (const { call, member, with: given } of calls) {
    let f = port.members[member] ?? smokeMembers[member]
    const isSet = 'newValue' in given
    if (f && typeof f !== 'function') f = isSet ? f.set : f.get
    if (!f) throw new Unsupported(member)
    const result = isSet ? f(decode(given.newValue, call)) : f(decode(given, call))
    const back = value => see('return', { call, value: encode(value) })
    if (result instanceof Promise) result.then(back).catch(fault)
    else back(result)
  }
}

const unlock = storage => { if (storage) Object.assign(world, { disk: storage.disk ?? {}, keychain: storage.keychain ?? {} }) }

function store(areas) {
  for (const [area, changes] of Object.entries(areas)) {
    for (const [key, value] of Object.entries(changes)) value === null ? delete world[area][key] : (world[area][key] = value)
  }
  see('store', areas)
}

const inputs = {
  launch(line, launch) {
    timers = []; open = new Map(); objects = new Map(); handed = new Map()
    const { app: place, chance, seed, device } = line
    const question = (kind, name, fields = {}) => {
      const { id, promise } = ask(kind === 'show' ? 's' : 'a')
      see(kind, { [kind === 'show' ? 'show' : 'ask']: id, name, with: encode(fields) })
      return { id, promise }
    }
    world = { place, chance, seed, device, disk: null, keychain: null, store, see, ask: question, callbacks: launch.callbacks }
    unlock(line.storage)
    smokeMembers = smoke.members(world, exact)
    port = launch(world)
  },
  call: line => make([line]),
  reply: line => settle(line.request, 'resolve', response(line)),
  fail: line => settle(line.request, 'reject', Object.assign(new TypeError('fetch failed'), { kind: line.kind })),
  answer: line => settle(line.to, 'resolve', decode(line.with)),
  tick: () => fire(now),
  app(line) {
    const { storage, ...fields } = line.with ?? {}
    unlock(storage)
    if (!port.app?.[line.to]) throw new Unsupported(`app ${line.to}`)
    port.app[line.to](decode(fields))
  },
  device(line) { Object.assign(world.device, line.with); port.app?.device?.(line.with) },
  user(line) {
    if (!port.user?.[line.act]) throw new Unsupported(`user ${line.act}`)
    port.user[line.act](line.show, decode(line.with ?? {}))
  },
  async release(line) {
    objects.delete(line.object)
    await settled()               // a weak reference lives to the end of the task that has read it
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
  },
}

/**
 * Answers the runner until its lines end. `claims` are lists of capabilities by the name of their suite; `callbacks` are
 * the methods of the app's objects: member → names of its arguments.
 */
export async function serve({ name, sdk, claims, callbacks = {}, launch }) {
  process.on('uncaughtException', fault)
  process.on('unhandledRejection', fault)
  launch.callbacks = { ...callbacks, ...smoke.callbacks }
  for (let line = readLine(); line; line = readLine()) {
    re = line.id
    if (line.do === 'hello') write({ hello: { protocol: 1, name, sdk, claims: claims[line.suite] ?? [] } })
    else {
      ({ now, wall } = line)
      try {
        if (!inputs[line.do]) throw new Unsupported(line.do)
        await inputs[line.do](line, launch)
        do await settled(); while (await fire(now))
      } catch (error) {
        error instanceof Unsupported ? see('unsupported', { what: error.message }) : fault(error)
      }
      write({ idle: { timers: timers.map(({ at }) => ({ at })) } })
    }
    flush()
  }
  process.exit(0)
}
