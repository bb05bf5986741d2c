import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pace } from '../../channels/port/sending.ts'
import { type Chat, openPacer, type Pacer } from './pace.ts'

const telegram: Pace = {
  account: { perSecond: 25, burst: 28 },
  chat: { perSecond: 1, burst: 3 },
  groupPerMinute: 18,
  inFlight: 10,
}

const group = (id: number) => ({ externalId: `-100${id}`, kind: 'group' })
const channel = { externalId: '-1', kind: 'channel' }

function send(pacer: Pacer, chat: Chat, at: number) {
  pacer.sent(chat, at)
  pacer.answered(chat, at)
}

/** Sends to one chat as soon as it may, and answers when that was, in milliseconds after `from`. */
function times(pacer: Pacer, chat: { externalId: string; kind: string }, count: number, from = 0) {
  let now = from
  return Array.from({ length: count }, () => {
    now = Math.max(pacer.chatTurn(chat, now), pacer.accountTurn(now))
    send(pacer, chat, now)
    return now - from
  })
}

test('a chat takes a short burst, then one message a second', () => {
  expect(times(openPacer(telegram), group(1), 6)).toEqual([0, 0, 0, 1_000, 2_000, 3_000])
})

test('a group takes no more than its minute allows', () => {
  const sent = times(openPacer(telegram), group(1), 20)
  expect(sent[17]).toBe(15_000)
  expect(sent.slice(18)).toEqual([60_000, 60_000])
})

test('an album counts each of its files, in its group, its account and after a change of owner', () => {
  const album = { ...group(1), messages: 10 }
  const pacer = openPacer(telegram)
  send(pacer, album, 0)
  // Eight of eighteen are left to this minute, so the next ten wait for its end.
  expect(pacer.chatTurn(album, 0)).toBe(60_000)
  expect(pacer.chatTurn(group(1), 0)).toBe(8_000)
  send(pacer, { ...group(2), messages: 10 }, 0)
  send(pacer, { ...group(3), messages: 8 }, 0)
  expect(pacer.accountTurn(0)).toBe(1_000)
  const next = openPacer(telegram, [{ ...album, at: 0 }])
  expect(next.chatTurn(album, 0)).toBe(60_000)
})

test('an album larger than a limit goes when nothing else counts', () => {
  const pacer = openPacer({ ...telegram, groupPerMinute: 5 })
  const album = { ...group(1), messages: 10 }
  expect(pacer.chatTurn(album, 0)).toBe(0)
  send(pacer, album, 0)
  expect(pacer.chatTurn(group(1), 0)).toBe(60_000)
})

test('a broadcast channel is not held to the minute of groups', () => {
  expect(times(openPacer(telegram), channel, 20).at(-1)).toBe(17_000)
})

test('an account sends its burst within any second, and no more', () => {
  const pacer = openPacer(telegram)
  const sent = Array.from({ length: 60 }, (_, n) => times(pacer, group(n), 1)[0])
  expect(sent.filter((at) => at === 0)).toHaveLength(28)
})

test('what another owner sent in the last minute counts', () => {
  const lately = Array.from({ length: 18 }, (_, n) => ({ ...group(1), at: 1_000 * n }))
  const pacer = openPacer(telegram, lately)
  expect(pacer.chatTurn(group(1), 20_000)).toBe(60_000)
  expect(pacer.chatTurn(group(2), 20_000)).toBe(20_000)
})

test('an answer that takes its time moves the next turn: the network counts arrivals', () => {
  const pacer = openPacer({ ...telegram, chat: { perSecond: 1, burst: 1 } })
  pacer.sent(group(1), 0)
  pacer.answered(group(1), 400)
  expect(pacer.chatTurn(group(1), 400)).toBe(1_400)
})

test('what is on the wire takes its place until it is answered, or turns out not to have left', () => {
  const pacer = openPacer({ ...telegram, account: { perSecond: 25, burst: 2 } })
  pacer.sent(group(1), 0)
  pacer.sent(group(2), 0)
  expect(pacer.accountTurn(5_000)).toBe(Infinity)
  pacer.unsent(group(1))
  expect(pacer.accountTurn(5_000)).toBe(5_000)
  pacer.sent(group(1), 5_000)
  pacer.answered(group(2), 5_100)
  expect(pacer.accountTurn(5_100)).toBe(6_100)
})

test('a flood wait is honored to the millisecond, and a shorter one does not cut it', () => {
  const pacer = openPacer(telegram)
  pacer.block(group(1), 7_000)
  pacer.block(group(1), 3_000)
  expect(pacer.chatTurn(group(1), 100)).toBe(7_000)
  expect(pacer.chatTurn(group(2), 100)).toBe(100)
})

test('without limits everything may go at once', () => {
  const free = { perSecond: Infinity, burst: Infinity }
  const pacer = openPacer({ account: free, chat: free, groupPerMinute: Infinity, inFlight: 10 })
  expect(times(pacer, group(1), 1_000).at(-1)).toBe(0)
})

test('idle chats are forgotten without forgetting what still counts', () => {
  const pacer = openPacer({ ...telegram, account: { perSecond: Infinity, burst: Infinity } })
  pacer.block(group(0), 1_000_000)
  for (let n = 1; n < 5_000; n++) send(pacer, group(n), n * 100)
  expect(pacer.chatTurn(group(0), 500_000)).toBe(1_000_000)
  expect(pacer.chatTurn(group(1), 500_000)).toBe(500_000)
})

const most = (sent: number[], withinMs: number) =>
  Math.max(
    0,
    ...sent.map((at) => sent.filter((other) => other >= at && other < at + withinMs).length),
  )

test('whatever is sent whenever, no window holds more than its limit', () => {
  const sends = fc.array(fc.record({ chat: fc.nat(4), pause: fc.nat(3_000) }), { maxLength: 150 })
  fc.assert(
    fc.property(sends, fc.integer({ min: 1, max: 40 }), (plan, burst) => {
      const pace = { ...telegram, account: { perSecond: 5, burst } }
      const pacer = openPacer(pace)
      const all: number[] = []
      const byChat = new Map<number, number[]>()
      let now = 0
      for (const { chat, pause } of plan) {
        now = Math.max(now + pause, pacer.accountTurn(now), pacer.chatTurn(group(chat), now))
        now = Math.max(now, pacer.accountTurn(now), pacer.chatTurn(group(chat), now))
        send(pacer, group(chat), now)
        all.push(now)
        byChat.set(chat, [...(byChat.get(chat) ?? []), now])
      }
      expect(most(all, 1_000)).toBeLessThanOrEqual(Math.max(1, burst))
      expect(most(all, 10_000)).toBeLessThanOrEqual(burst + 50)
      for (const sent of byChat.values()) {
        expect(most(sent, 60_000)).toBeLessThanOrEqual(18)
        expect(most(sent, 10_000)).toBeLessThanOrEqual(3 + 10)
      }
    }),
  )
})

test('nobody waits for longer than the limits ask', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { maxLength: 60 }), (pauses) => {
      const pacer = openPacer(telegram)
      let now = 0
      for (const pause of pauses) {
        now += pause
        const turn = pacer.chatTurn(group(1), now)
        expect(turn - now).toBeLessThanOrEqual(60_000)
        now = Math.max(now, turn)
        send(pacer, group(1), now)
      }
    }),
  )
})
