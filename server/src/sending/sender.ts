import { channelFor } from '../channels/rules.ts'
import { openAccount } from '../accounts/actions.ts'
import type { Owned, Ownership } from '../accounts/port.ts'
import { after, earliest, minutes, seconds, sleep } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Listener } from '../platform/news/listener.ts'
import { repeat } from '../platform/repeated.ts'
import { openLaneFiles } from './lanes/lane-files.ts'
import type { Turn } from './lanes/turn-waiters.ts'
import { openCircuitBreakers } from './lanes/circuit-breakers.ts'
import { openQueueGateway } from './lanes/queue-gateway.ts'
import { clockConversion, monotonicTime } from './lanes/monotonic.ts'
import { openLane } from './lanes/lane.ts'
import type { Lane } from './lanes/lane-types.ts'
import { openPacer } from './lanes/pace.ts'
import { openRollUp } from './lanes/roll-up.ts'
import { findLeftOpen, readLanes, readSentSince } from './lanes/lanes-store.ts'

/** How often all lanes are read again: a lost wake-up costs at most this. */
const READ_AGAIN_MS = seconds(5)

/** How often to look for open attempts that no lane knows. */
const OPEN_EVERY_MS = seconds(30)

/** A process has 25 s to stop; what is not answered by then is settled by the next owner. */
const DRAIN_WITHIN_MS = seconds(20)

/** If the lanes could not be read for so long, the process is unhealthy. */
const STALLED_AFTER_MS = minutes(1)

const NOT_OFFERED = {
  kind: 'failed',
  code: 'unsupported',
  why: 'This server does not offer this channel any more.',
  reason: 'This server does not offer this channel any more.',
} as const

export type Sender = {
  /** Why nothing can be sent, in words; undefined if it can. */
  check(): string | undefined
  /**
   * A turn of an account, of those of its lane, which may still have to open; nothing once the lane or the signal
   * ends the wait.
   */
  turn(accountId: string, signal: AbortSignal): Promise<Turn | undefined>
  /** Sends nothing new; waits for answers and records them. */
  close(): Promise<void>
}

export type SenderOptions = {
  ownership: Ownership
  listener: Pick<Listener, 'on' | 'onConnected'>
}

/**
 * Sends the deliveries of the accounts that this process owns, with a lane for each. Rows decide what is
 * sent; timers and wake-ups only make lanes read sooner.
 */
export function startSender(ctx: Context, { ownership, listener }: SenderOptions): Sender {
  const { clock, log } = ctx
  const lanes = new Map<string, Lane>()
  /** Those who wait for a lane that is not open yet: each is told of every one that opens. */
  const waiting = new Set<() => void>()
  const now = monotonicTime(clock)
  const { toMonotonic } = clockConversion(clock, now)
  const breakers = openCircuitBreakers(now)
  const rollUp = openRollUp(ctx)
  const gateway = openQueueGateway(ctx, rollUp)
  let closed = false
  let readAt = clock.now()
  let lookedForOpenAt = -Infinity

  /** Opens missing lanes for accounts of this process. */
  async function gain(accounts: Iterable<Owned>) {
    const gained = [...accounts].filter(
      ({ id, channel }) => !lanes.has(id) && ctx.channels.has(channel),
    )
    if (gained.length === 0) return
    const lately = await sentLately(gained)
    for (const owner of gained) {
      const stillOwned = ownership.owned().get(owner.id)?.epoch === owner.epoch
      if (stillOwned && !closed && !lanes.has(owner.id)) open(owner, lately.get(owner.id) ?? [])
    }
  }

  /** What was sent in the last minute, also by other owners: it counts against the pace. */
  async function sentLately(accounts: readonly Owned[]) {
    const at = clock.now()
    const ids = accounts.map(({ id }) => id)
    const rows = await readSentSince(ctx, after(at, -minutes(1)), ids)
    // The clock of another owner may have been ahead.
    const sent = rows.map((row) => ({ ...row, at: toMonotonic(earliest(row.sentAt, at)) }))
    return Map.groupBy(sent, ({ accountId }) => accountId)
  }

  function open(owner: Owned, lately: Parameters<typeof openPacer>[1]) {
    const channel = channelFor(ctx.channels.get(owner.channel)!, owner.traits)
    const lane = openLane({
      clock,
      now,
      log,
      owner,
      channel,
      gateway,
      files: openLaneFiles(ctx, { id: owner.id, keptMs: channel.media?.keptMs }),
      pacer: openPacer(channel.capabilities.pace, lately),
      breaker: breakers.take(owner.id),
      mayAct: () => ownership.mayAct(),
      account: () => openAccount(ctx, owner.id),
    })
    lanes.set(owner.id, lane)
    for (const look of waiting) look()
  }

  const opened = (accountId: string, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!lanes.has(accountId) && !signal.aborted && !closed) return
        waiting.delete(look)
        signal.removeEventListener('abort', look)
        resolve()
      }
      waiting.add(look)
      signal.addEventListener('abort', look)
      look()
    })

  async function lose(accounts: readonly Owned[]) {
    await Promise.all(
      accounts.map(async ({ id }) => {
        const lane = lanes.get(id)
        lanes.delete(id)
        if (!lane) return
        await lane.stop()
        breakers.leave(id)
      }),
    )
  }

  const refreshAll = () => lanes.forEach((lane) => lane.refresh())

  async function readAgain() {
    await gain(ownership.owned().values())
    for (const owner of ownership.owned().values()) {
      // For example after its channel was switched off.
      if (!ctx.channels.has(owner.channel)) await gateway.holdOrFail(owner, NOT_OFFERED)
    }
    const rows = await readLanes(ctx, clock.now(), [...lanes.keys()])
    for (const row of rows) lanes.get(row.accountId)?.setState(row)
    await recoverLeftOpen()
    if (ownership.mayAct()) readAt = clock.now()
    breakers.sweep()
    await rollUp.sweep()
  }

  async function recoverLeftOpen() {
    const at = now()
    if (at - lookedForOpenAt < OPEN_EVERY_MS) return
    for (const id of await findLeftOpen(ctx, clock.now(), [...lanes.keys()])) {
      const [lane, owner] = [lanes.get(id), ownership.owned().get(id)]
      if (!lane || !owner) continue
      const { guarantee } = channelFor(ctx.channels.get(owner.channel)!, owner.traits).capabilities
      await gateway.recoverOwn(owner, guarantee, lane.holds)
    }
    lookedForOpenAt = at
  }

  const forget = [
    ownership.onChange((gained, lost) => {
      if (gained.length + lost.length === 0) refreshAll()
      const left = lose(lost)
      return gained.length > 0 ? gain(gained) : left
    }),
    listener.on('lanes', (id) => lanes.get(id)?.look(), refreshAll),
    listener.on('accounts', (id) => lanes.get(id)?.refresh()),
    listener.onConnected(refreshAll),
  ]
  const failed = 'The lanes could not be read.'
  const reading = repeat(ctx, { everyMs: READ_AGAIN_MS, work: readAgain, failed })

  return {
    check() {
      const forMs = clock.now().getTime() - readAt.getTime()
      return forMs > STALLED_AFTER_MS ? 'The lanes have not been read for a minute.' : undefined
    },
    async turn(accountId, signal) {
      await opened(accountId, signal)
      return lanes.get(accountId)?.turn(signal)
    },
    async close() {
      closed = true
      for (const look of waiting) look()
      for (const one of forget) one()
      void reading.stop()
      const drained = Promise.all([...lanes.values()].map((lane) => lane.stop()))
      lanes.clear()
      const patience = new AbortController()
      const end = sleep(clock, DRAIN_WITHIN_MS, patience.signal)
      await Promise.race([drained, end.catch(() => {})])
      patience.abort()
      await rollUp.close()
    },
  }
}
