import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/testing.ts'
import { heldClock, type HeldClock } from '../../../test/held-clock.ts'
import { minutes } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import { telegramBot } from './channel.ts'

test('another program that reads the same bot is told in words; sending is not held up', async () => {
  const { sandbox, open } = await start()
  const session = open()
  await session.next((event) => event.kind === 'status' && event.status === 'connected')
  // Each poll of the other program ends ours, as the real server does it.
  const over = new AbortController()
  const rival = (async () => {
    const url = `${sandbox.botApiRoot}/bot${sandbox.botToken}/getUpdates?timeout=3`
    while (!over.signal.aborted) await fetch(url, { signal: over.signal }).catch(() => {})
  })()
  const told = await session.next((event) => event.kind === 'status' && event.reason !== undefined)
  over.abort()
  expect(told).toMatchObject({
    status: 'connected',
    reason: expect.stringContaining('Another program is receiving the updates of this bot.'),
  })
  await rival
})

test('an outage is told once, waited out with growing pauses, and its end is told', async () => {
  const { sandbox, clock, open } = await start()
  await sandbox.chaos({ method: 'getUpdates', fault: 'bad-gateway', rate: 1 })
  const session = open()
  const waits: number[] = []
  for (let failures = 0; failures < 5; failures++) waits.push(await nextWait(clock))
  expect(session.all()).toMatchObject([{ kind: 'status', status: 'reconnecting' }])
  const bounds = [1, 2, 4, 8, 15].map((seconds) => [seconds * 750, seconds * 1_250])
  waits.forEach((wait, nth) => {
    expect(wait).toBeGreaterThanOrEqual(bounds[nth]![0]!)
    expect(wait).toBeLessThanOrEqual(bounds[nth]![1]!)
  })
  await sandbox.noFaults()
  await nextWait(clock)
  await session.next((event) => event.kind === 'status' && event.status === 'connected')
})

test('that it is connected is said again soon when it was not heard', async () => {
  const { clock, open } = await start()
  let deaf = true
  const session = open({
    async on() {
      if (!deaf) return
      deaf = false
      throw new Error('The database is away.')
    },
  })
  expect(await nextWait(clock)).toBeLessThan(2_000)
  await session.next((event) => event.kind === 'status' && event.status === 'connected')
})

test('a flood wait is waited out to the second', async () => {
  const { sandbox, clock, open } = await start()
  await sandbox.chaos({ method: 'getUpdates', fault: 'flood', next: 1, amount: 73 })
  const session = open()
  expect(await nextWait(clock)).toBe(73_000)
  await session.next((event) => event.kind === 'status' && event.status === 'connected')
})

test('a pause is not longer when the clock was set back meanwhile', async () => {
  const { sandbox, clock, open } = await start()
  await sandbox.chaos({ method: 'getUpdates', fault: 'flood', next: 1, amount: 73 })
  open()
  await pauseOf(clock)
  clock.set('2026-06-01T07:00:00Z')
  expect(await nextWait(clock)).toBe(73_000)
})

test('a webhook that somebody left behind goes, and polling begins', async () => {
  const { sandbox, clock, open } = await start()
  const hook = `url=${encodeURIComponent('http://127.0.0.1:9/hook')}`
  await fetch(`${sandbox.botApiRoot}/bot${sandbox.botToken}/setWebhook?${hook}`)
  const session = open()
  await nextWait(clock)
  await session.next((event) => event.kind === 'status' && event.status === 'connected')
  expect(session.all()).toHaveLength(1)
})

test('an update that cannot be handled is tried five times, then passed over', async () => {
  const { sandbox, clock, open } = await start()
  let tries = 0
  const session = open({
    async on(event) {
      if (event.kind !== 'renamed' || event.title !== 'Poison') return
      tries++
      throw new Error('I choke on this.')
    },
  })
  await session.next((event) => event.kind === 'status')
  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id })
  await sandbox.rename(chat.id, 'Poison')
  await sandbox.rename(chat.id, 'Fine')
  for (let tried = 1; tried < 5; tried++) await nextWait(clock)
  await session.next((event) => event.kind === 'renamed' && event.title === 'Fine')
  expect(tries).toBe(5)
})

test('while nothing can be kept, nothing is passed over', async () => {
  const { sandbox, clock, open } = await start()
  let down = true
  const session = open({
    async on() {
      if (down) throw new Error('The database is away.')
    },
    async offset() {
      if (down) throw new Error('The database is away.')
    },
  })
  const chat = await sandbox.addGroup({ title: 'Choir' })
  await sandbox.addBot({ chatId: chat.id })
  await sandbox.rename(chat.id, 'Renamed meanwhile')
  for (let tried = 0; tried < 8; tried++) await nextWait(clock)
  down = false
  await session.next((event) => event.kind === 'renamed')
  expect(session.kept().length).toBeGreaterThan(0)
})

async function start() {
  const sandbox = await startSandbox({ limits: 'off' })
  const clock = heldClock('2026-06-01T08:00:00Z')
  const channel = telegramBot({
    apiRoot: sandbox.botApiRoot,
    clock,
    random: { bytes: (count) => Buffer.alloc(count), fraction: () => 0.5 },
    log: createLog('silent'),
  })
  onTestFinished(async () => {
    await channel.close()
    await sandbox.stop()
  })
  const identity = await channel.pairing.token!.identify(sandbox.botToken)
  const account = { ...identity, id: 'a', credentials: sandbox.botToken, updateOffset: null }

  function open(
    handlers: {
      on?(event: ChannelEvent): Promise<void>
      offset?(next: number): Promise<void>
    } = {},
  ) {
    const heard: ChannelEvent[] = []
    const kept: number[] = []
    const waiting = new Set<() => void>()
    const session = channel.open(account, {
      async on(event) {
        await handlers.on?.(event)
        heard.push(event)
        for (const look of waiting) look()
      },
      async offset(next) {
        await handlers.offset?.(next)
        kept.push(next)
      },
    })
    onTestFinished(() => session.close())
    return {
      all: () => heard,
      kept: () => kept,
      next: (fits: (event: ChannelEvent) => boolean) =>
        new Promise<ChannelEvent>((resolve) => {
          const look = () => {
            const event = heard.find(fits)
            if (event) resolve(event)
          }
          waiting.add(look)
          look()
        }),
    }
  }
  return { sandbox, clock, open }
}

/** Resolves when the poll has come to its next pause, with its end. */
async function pauseOf(clock: HeldClock): Promise<Date> {
  for (;;) {
    const end = clock.next()
    if (end) return end
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets the poll come to its next pause, and time pass to its end; returns how long it was. */
async function nextWait(clock: HeldClock): Promise<number> {
  const end = await pauseOf(clock)
  const wait = end.getTime() - clock.now().getTime()
  expect(wait).toBeLessThanOrEqual(minutes(2))
  clock.moveTo(end)
  return wait
}
