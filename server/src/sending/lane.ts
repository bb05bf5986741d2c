import type { Channel } from '../channels/port.ts'
import type { ChannelAccount } from '../channels/port/account.ts'
import { seconds, type Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { openAlarm } from './alarm.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { QueueGateway, DueDelivery } from './queue-gateway.ts'
import { byClock } from './monotonic.ts'
import { openInFlight } from './in-flight.ts'
import type { Pacer } from './pace.ts'
import { openDeferral } from './deferral.ts'
import { serial } from './serial.ts'
import { openPrefetch } from './prefetch.ts'
import type { LaneRow } from './lanes-store.ts'
import type { Owner } from './store.ts'
import { openFairQueue } from './fair-queue.ts'
import type { SkipCode } from '../occurrences/words.ts'
import { laneState, obstacle, type LaneState } from './rules.ts'

/** Rows that a lane should have in hand after a look, and below how many the next one follows. */
const LOOK_ROWS = 128
const LOOK_AGAIN_BELOW = 16
const LOOK_USERS = 32
const LOOK_ROWS_PER_USER_MIN = 4

/**
 * What is due so soon is read before it, at most about so much: then it leaves at its time without a look
 * (measured 2026-11, one message to 5,000 groups of 20 bots: the 500th after 0.06 s instead of 0.2).
 */
const LOOK_AHEAD_MS = seconds(1)
const LOOK_AHEAD_ROWS = 64

/** What must wait longer than this for its chat makes room for others. */
const DEFER_AFTER_MS = seconds(2)

export type LaneOptions = {
  clock: Clock
  /** The monotonic time of this process, that pace and breaker are kept by. */
  now(): number
  log: Log
  owner: Owner
  channel: Channel
  gateway: QueueGateway
  pacer: Pacer
  breaker: CircuitBreaker
  /** Whether this process may act for its accounts right now. */
  mayAct(): boolean
  /** The account with its credentials opened; rejects when it has none. */
  account(): Promise<ChannelAccount>
}

export type Lane = {
  /** Something may be due. */
  look(): void
  /** The account may have changed: its state or its credentials. */
  refresh(): void
  /** How the lane stands, when somebody has read it. */
  stands(row: LaneRow): void
  /** Whether it is busy with a delivery. */
  holds(deliveryId: string): boolean
  /** Takes nothing new; resolves when what is on the wire has been answered and written down. */
  stop(): Promise<void>
}

/**
 * Sends the deliveries of one account: its users in turn, at its pace, one message at a time in each
 * chat. What it has read is in memory only; nothing reaches the wire before its attempt is committed.
 */
export function openLane(options: LaneOptions): Lane {
  const { clock, now, log, owner, channel, gateway, pacer, breaker } = options
  const { pace } = channel.capabilities
  const queue = openFairQueue<DueDelivery>()
  /** Everything this lane is busy with: looks leave it out. */
  const inHand = new Set<string>()
  const busyChats = new Set<string>()
  const drained: (() => void)[] = []
  let state: LaneState | undefined
  let account: ChannelAccount | undefined
  let inFlight = 0
  let stopped: Date | undefined
  /** Attempts opened so far: each makes room in what a look sees. */
  let opened = 0
  /** Where the next look goes on, how many users had something, whether there is more, or nothing new. */
  let looks = { afterUser: '', users: 1, more: false, dry: false }
  /** Users of whom the last look brought as much as it asked for: they may have more. */
  let cut: string[] = []

  const { toClock, toMonotonic } = byClock(clock, now)
  const deferAll = openDeferral({ now, toClock, owner, gateway, pacer, pace })
  const runs = () => !stopped && state?.kind === 'open' && account !== undefined && options.mayAct()
  const complain = (error: Error) =>
    log.warn({ account: owner.id, reason: error.message }, 'Send queue error; it goes on.')

  const look = serial(async () => {
    if (!runs()) return
    // A wake-up may come while there is enough in hand: then it is only for users who have nothing there.
    const missing = Math.max(0, LOOK_ROWS - queue.size)
    const perUser = Math.max(LOOK_ROWS_PER_USER_MIN, Math.floor(missing / looks.users))
    const { afterUser } = looks
    const openedBefore = opened
    const aheadMs = prefetch.size < LOOK_AHEAD_ROWS ? LOOK_AHEAD_MS : 0
    const held = [...inHand]
    const asked = { accountId: owner.id, afterUser, users: LOOK_USERS, perUser, held, aheadMs }
    const { due, unreadable, users, lastUser } = await gateway.due(asked)
    if (!runs()) return
    if (unreadable.length > 0) await gateway.failUnreadable(owner, unreadable)
    const byUser = [...Map.groupBy(due, ({ userId }) => userId)]
    cut = byUser.flatMap(([userId, rows]) => (rows.length === perUser ? userId : []))
    const lastPage = users < LOOK_USERS
    const at = clock.now()
    const fresh = due.filter(({ id }) => !inHand.has(id))
    const early = fresh.filter(({ notBefore }) => notBefore > at)
    for (const { id } of early) inHand.add(id)
    prefetch.add(early)
    await accept(fresh.filter(({ notBefore }) => notBefore <= at))
    looks = {
      afterUser: lastPage ? '' : lastUser,
      users: Math.max(1, byUser.length),
      more: !lastPage || unreadable.length > 0 || cut.length > 0,
      dry: lastPage && fresh.length + unreadable.length === 0 && opened === openedBefore,
    }
    pump()
    if (looks.more || stopped) return
    const row = await gateway.lane(owner.id)
    if (row?.nextAt) lookAlarm.at(row.nextAt)
  }, complain)

  /** Takes into hand what can be sent, and puts aside the rest. */
  async function accept(due: readonly DueDelivery[]) {
    const skips = new Map<SkipCode, string[]>()
    const far: DueDelivery[] = []
    let again = false
    for (const delivery of due) {
      const { id } = delivery
      const met = obstacle(delivery, clock.now())
      if (!met) {
        inHand.add(id)
        queue.add(delivery)
      } else if ('until' in met) {
        pacer.block(delivery, toMonotonic(met.until))
        far.push(delivery)
      } else {
        skips.set(met.skip, [...(skips.get(met.skip) ?? []), id])
        // Its next part can be read now; and a deletion may have been undone since it was read.
        again ||= delivery.hasNext || met.skip === 'deleted'
      }
    }
    for (const [code, ids] of skips) await gateway.skip(owner, ids, code)
    if (again) look()
    if (far.length > 0) await defer(far)
  }

  // Its group may have changed since it was read: it is judged as if it came only now.
  const prefetch = openPrefetch<DueDelivery>(clock, (due) => {
    for (const { id } of due) inHand.delete(id)
    if (runs()) accept(due).then(pump, complain)
  })

  const refresh = serial(async () => {
    if (stopped) return
    const [row, credentials] = await Promise.all([
      gateway.lane(owner.id),
      options.account().catch(() => undefined),
    ])
    account = credentials
    if (row) judge(row)
    // Also when nothing was due a moment ago: a wake-up that came before it could look is over.
    look()
    pump()
  }, complain)

  function stands(row: LaneRow) {
    judge(row)
    // Credentials failed to open last time; retry.
    if (state?.kind === 'open' && !account) refresh()
  }

  function judge(row: LaneRow) {
    if (stopped) return
    state = laneState(row, channel.capabilities)
    if (state.kind !== 'open') {
      for (const { id } of [...queue.remove(() => true), ...prefetch.clear()]) inHand.delete(id)
      if (row.due) stall()
      return
    }
    if (state.until) breaker.pause(toMonotonic(state.until))
    if (row.nextAt) lookAlarm.at(row.nextAt)
    if (!row.due) return
    look()
    if (breaker.until() > now() || !account) expire()
  }

  const stall = serial(async () => {
    if (!options.mayAct() || stopped || !state || state.kind === 'open') return
    await gateway.stall(owner, state)
    await gateway.expire(owner)
  }, complain)

  // Waiting for the pace is not late; waiting in vain for the account is.
  const expire = serial(async () => {
    // A clock that was set must not tell what is still to come as late.
    if (options.mayAct()) await gateway.expire(owner)
  }, complain)

  /** Sends what may be sent now, and comes back when more may. */
  function pump() {
    while (runs() && inFlight < (breaker.trying() ? 1 : pace.inFlight)) {
      const turn = Math.max(pacer.accountTurn(now()), breaker.until())
      // Without an end: an answer has to come first, and brings us back here.
      if (turn === Infinity) break
      if (turn > now()) return pumpAlarm.at(toClock(turn))
      const next = queue.take(
        (one) => !busyChats.has(one.externalId) && pacer.chatTurn(one, now()) <= now(),
      )
      if (!next) {
        waitForChats()
        break
      }
      void carry(next)
    }
    // Whoever came late has little in hand, and is not to wait until the others have sent theirs.
    const lacking = () => queue.size < LOOK_AGAIN_BELOW || !cut.every((userId) => queue.has(userId))
    if (runs() && looks.more && !looks.dry && lacking()) look()
  }

  /** Comes back for the chat that is free first; what must wait longer makes room. */
  function waitForChats() {
    const wait = (one: DueDelivery) =>
      busyChats.has(one.externalId) ? 0 : pacer.chatTurn(one, now()) - now()
    const far = queue.remove((one) => wait(one) > DEFER_AFTER_MS)
    const waits = [...queue.all()].map(wait).filter((ms) => ms > 0)
    if (waits.length > 0) pumpAlarm.at(toClock(now() + Math.min(...waits)))
    if (far.length === 0) return
    void defer(far).catch(complain)
  }

  async function defer(far: readonly DueDelivery[]) {
    try {
      for (const until of await deferAll(far)) lookAlarm.at(until)
    } finally {
      for (const { id } of far) inHand.delete(id)
    }
  }

  async function carry(delivery: DueDelivery) {
    inFlight++
    busyChats.add(delivery.externalId)
    pacer.sent(delivery, now())
    try {
      await deliver(delivery)
    } catch (error) {
      complain(error as Error)
    }
    inFlight--
    busyChats.delete(delivery.externalId)
    inHand.delete(delivery.id)
    // Its next part can be read now.
    if (delivery.hasNext) look()
    pump()
    if (stopped && inFlight === 0) for (const resolve of drained) resolve()
  }

  const deliver = openInFlight({
    ...options,
    account: () => (options.mayAct() ? account : undefined),
    stopped: () => stopped,
    opened() {
      opened++
      looks.dry = false
    },
    comesBack: (at) => lookAlarm.at(at),
    complain,
  })
  const lookAlarm = openAlarm(clock, look)
  const pumpAlarm = openAlarm(clock, pump)
  refresh()

  return {
    look,
    refresh,
    stands,
    holds: (id) => inHand.has(id),
    stop() {
      stopped ??= clock.now()
      lookAlarm.clear()
      pumpAlarm.clear()
      prefetch.clear()
      if (inFlight === 0) return Promise.resolve()
      return new Promise((resolve) => drained.push(resolve))
    },
  }
}
