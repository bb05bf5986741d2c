import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What is asked again and again, and how often; in milliseconds. */
export type Watched = { name: string; url: string; everyMs: number; token?: string }

/** The results since the last report: the longest wait for an answer, and how many answers were wrong. */
export type Seen = { name: string; asked: number; longestMs: number; failed: number; open: number }

/** How long an answer is waited for, in milliseconds. */
const GIVEN_UP_MS = 10_000

/** Questions of one kind that may be open: a silence is as long as the oldest of them waits. */
const OPEN_MAX = 25

// A process of its own, so that nothing but the server's own silence is measured. Each question goes out at
// its time, whether or not the one before was answered.
const agent = new Agent({ keepAlive: true })
let asking = false
let asked = 0
const seen = new Map<string, Seen>()
const pending = new Map<string, Set<number>>()

process.on('message', (message: Watched[] | 'tell' | 'begin') => {
  if (message === 'begin') {
    for (const name of seen.keys()) seen.set(name, nothing(name))
    asking = true
  } else if (message === 'tell') void tell()
  else for (const one of message) watch(one)
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function watch({ name, url, everyMs, token }: Watched): void {
  seen.set(name, nothing(name))
  pending.set(name, new Set())
  setInterval(() => {
    const open = pending.get(name) ?? new Set()
    if (!asking || open.size >= OPEN_MAX) return
    const begun = performance.now()
    open.add(begun)
    asked += 1
    const call = request(url, { agent })
    // Each from a network of its own: what is measured is no flood.
    call.setHeader('x-forwarded-for', `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`)
    if (token) call.setHeader('authorization', `Bearer ${token}`)
    let good = false
    call.on('response', (answer) => {
      good = answer.statusCode === 200
      answer.resume()
    })
    call.on('error', () => {})
    call.on('close', () => {
      open.delete(begun)
      const one = seen.get(name) ?? nothing(name)
      one.asked += 1
      one.longestMs = Math.max(one.longestMs, performance.now() - begun)
      if (!good) one.failed += 1
    })
    call.end()
  }, everyMs)
}

/** Tells what was seen once all is answered, or cannot be expected to be any more. */
async function tell(): Promise<void> {
  asking = false
  const end = performance.now() + GIVEN_UP_MS
  const isOpen = () => [...pending.values()].some((open) => open.size > 0)
  while (isOpen() && performance.now() < end) await pause(10)
  process.send?.([...seen.values()].map(withPending))
}

const nothing = (name: string): Seen => ({ name, asked: 0, longestMs: 0, failed: 0, open: 0 })

/** Requests without an answer have already waited: their time counts too. */
function withPending(one: Seen): Seen {
  const open = [...(pending.get(one.name) ?? [])]
  const waited = open.map((begun) => performance.now() - begun)
  return { ...one, longestMs: Math.max(one.longestMs, ...waited), open: open.length }
}
