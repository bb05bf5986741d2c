import type { ChannelAccount } from '../../channels/port/account.ts'
import { seconds } from '../../platform/clock.ts'
import { openEarliestTimer } from '../../platform/earliest-timer.ts'
import type { DueDelivery } from './queue-gateway.ts'
import { clockConversion } from './monotonic.ts'
import { openInFlight } from './deliver.ts'
import { openDeferral } from './deferral.ts'
import type { Lane, LaneOptions } from './lane-types.ts'
import { openDueReader } from './due-reader.ts'
import { coalesced } from '../../platform/coalesced.ts'
import { openPrefetch } from './prefetch.ts'
import { openTextsAfter } from './texts-after.ts'
import type { LaneRow } from './lanes-store.ts'
import { openFairQueue } from './fair-queue.ts'
import { openTurnWaiters, type TurnWaiters } from './turn-waiters.ts'
import type { SkipCode } from '../../occurrences/words.ts'
import { laneState, obstacle, type LaneState } from '../rules.ts'

/** Below how many deliveries in memory a lane reads more. */
const READ_AGAIN_BELOW = 16

/** A delivery that must wait longer than this for its chat is deferred. */
const DEFER_AFTER_MS = seconds(2)

/**
 * Sends the deliveries of one account: users take turns, at its pace, one message at a time in each chat.
 * What it has read is in memory only; nothing reaches the wire before its attempt is committed.
 */
export function openLane(options: LaneOptions): Lane {
  const { clock, now, log, owner, channel, gateway, files, pacer, breaker } = options
  const { pace } = channel.capabilities
  const queue = openFairQueue<DueDelivery>()
  /** Everything the lane has read and not finished; it is not read again. */
  const inHand = new Set<string>()
  const busyChats = new Set<string>()
  const texts = openTextsAfter<DueDelivery>(now)
  const drained: (() => void)[] = []
  let state: LaneState | undefined
  let account: ChannelAccount | undefined
  let inFlight = 0
  /** How often the lane was told that something may be due. */
  let wakeUps = 0
  let stopped: Date | undefined
  const stopping = new AbortController()
  const { toClock, toMonotonic } = clockConversion(clock, now)
  const deferAll = openDeferral({ now, toClock, owner, gateway, pacer, pace })
  const runs = () => !stopped && state?.kind === 'open' && account !== undefined && options.mayAct()
  const complain = (error: Error) =>
    log.warn({ account: owner.id, reason: error.message }, 'Send queue error; it goes on.')
  const reader = openDueReader({ accountId: owner.id, gateway, inHand, mayGoOn: runs })

  const readDue = coalesced(async () => {
    if (state && state.kind !== 'open') return readClosed()
    if (!runs()) return
    const read = await reader.read({ now: queue.size, soon: prefetch.size })
    if (!read) return
    const { due, unreadable } = read
    if (unreadable.length > 0) await gateway.failUnreadable(owner, unreadable)
    const at = clock.now()
    const early = due.filter(({ notBefore }) => notBefore > at)
    for (const { id } of early) inHand.add(id)
    prefetch.add(early)
    await accept(due.filter(({ notBefore }) => notBefore <= at))
    pump()
    if (reader.mayHaveMore() || stopped) return
    const row = await gateway.lane(owner.id)
    if (row?.nextAt) readTimer.at(row.nextAt)
  }, complain)

  /** Deliveries that become due while their account cannot send get the reason at once. */
  async function readClosed() {
    if (stopped || !options.mayAct()) return
    const row = await gateway.lane(owner.id)
    if (row) setState(row)
  }

  /** Queues what can be sent, and delays or skips the rest. */
  async function accept(due: readonly DueDelivery[]) {
    const skips = new Map<SkipCode, string[]>()
    const far: DueDelivery[] = []
    let again = false
    for (const delivery of due) {
      const { id } = delivery
      const met = obstacle(delivery, clock.now())
      if (!met) {
        inHand.add(id)
        // A text whose files are in the group already is sent first.
        if (delivery.receipt) queue.addFirst(delivery)
        else queue.add(delivery)
      } else if ('until' in met) {
        pacer.block(delivery, toMonotonic(met.until))
        far.push(delivery)
      } else {
        skips.set(met.skip, [...(skips.get(met.skip) ?? []), id])
        // Its next part can now be read; or a deletion may have been undone since it was read.
        again ||= delivery.hasNext || met.skip === 'deleted'
      }
    }
    for (const [code, ids] of skips) await gateway.skip(owner, ids, code)
    if (again) readDue()
    if (far.length > 0) await defer(far)
  }

  // Its group may have changed since it was read, so it is checked again.
  const prefetch = openPrefetch<DueDelivery>(clock, (due) => {
    for (const { id } of due) inHand.delete(id)
    if (runs()) accept(due).then(pump, complain)
  })

  const refresh = coalesced(async () => {
    if (stopped) return
    const [row, credentials] = await Promise.all([
      gateway.lane(owner.id),
      options.account().catch(() => undefined),
    ])
    account = credentials
    if (row) judge(row)
    // This runs also if nothing was due a moment ago, because a wake-up may have been used up.
    readDue()
    pump()
  }, complain)

  function setState(row: LaneRow) {
    judge(row)
    // Credentials failed to open last time; retry.
    if (state?.kind === 'open' && !account) refresh()
    // A waiting follow-up may get a turn even if no delivery is due.
    pump()
  }

  function judge(row: LaneRow) {
    if (stopped) return
    state = laneState(row, channel.capabilities)
    if (state.kind !== 'open') {
      for (const { id } of [...queue.remove(() => true), ...prefetch.clear()]) inHand.delete(id)
      if (row.due) holdOrFail()
      if (row.nextAt) readTimer.at(row.nextAt)
      return
    }
    if (state.until) breaker.pause(toMonotonic(state.until))
    if (row.nextAt) readTimer.at(row.nextAt)
    if (!row.due) return
    readDue()
    if (breaker.until() > now() || !account) expire()
  }

  const holdOrFail = coalesced(async () => {
    if (!options.mayAct() || stopped || !state || state.kind === 'open') return
    await gateway.expire(owner)
    await gateway.holdOrFail(owner, state)
  }, complain)

  // Waiting for the pace is not late; waiting for a disconnected account is.
  const expire = coalesced(async () => {
    // A clock that was set must not expire what is still in time.
    if (options.mayAct()) await gateway.expire(owner)
  }, complain)

  /** Sends what may be sent now, and sets a timer for the rest. */
  function pump() {
    while (runs() && inFlight < (breaker.trying() ? 1 : pace.inFlight)) {
      const turn = Math.max(pacer.accountTurn(now()), breaker.until())
      // Infinity: an answer must come first, and it calls this again.
      if (turn === Infinity) break
      if (turn > now()) return pumpAlarm.at(toClock(turn))
      const giveTurn = turnWaiters.next()
      if (giveTurn) {
        giveTurnTo(giveTurn)
        continue
      }
      const next = queue.take(
        (one) => !isTaken(one) && pacer.chatTurn(one, now()) <= now() && files.free(one),
      )
      if (!next) {
        waitForChats()
        break
      }
      void carry(next)
    }
    // Users with few deliveries in memory must not wait until the others have sent theirs.
    const lacking = (usersWithMore: readonly string[]) =>
      queue.size < READ_AGAIN_BELOW || !usersWithMore.every((userId) => queue.has(userId))
    if (runs() && reader.isWorthReading(lacking)) readDue()
  }

  /** Whether another delivery is being sent to the chat, or its text is still to be sent there. */
  const isTaken = (one: DueDelivery) => busyChats.has(one.externalId) || texts.keepOut(one)

  /** Sets a timer for the next free chat; deliveries that must wait longer are deferred. */
  function waitForChats() {
    const wait = (one: DueDelivery) => (isTaken(one) ? 0 : pacer.chatTurn(one, now()) - now())
    const far = queue.remove((one) => wait(one) > DEFER_AFTER_MS)
    const waits = [...queue.all()].map(wait).filter((ms) => ms > 0)
    const next = Math.min(now() + Math.min(...waits), texts.until())
    if (next < Infinity) pumpAlarm.at(toClock(next))
    if (far.length === 0) return
    void defer(far).catch(complain)
  }

  async function defer(far: readonly DueDelivery[]) {
    try {
      for (const until of await deferAll(far)) readTimer.at(until)
    } finally {
      for (const { id } of far) inHand.delete(id)
    }
  }

  /** Gives a turn to a follow-up: it counts for the pace, and for the number of requests on the wire. */
  function giveTurnTo(give: NonNullable<ReturnType<TurnWaiters['next']>>) {
    inFlight++
    pacer.requestBegun(now())
    give({
      end(asked) {
        pacer.requestEnded(asked ? now() : undefined)
        ended()
      },
    })
  }

  async function carry(delivery: DueDelivery) {
    inFlight++
    busyChats.add(delivery.externalId)
    files.begin(delivery)
    texts.begun(delivery)
    pacer.sent(delivery, now())
    const wakeUpsBefore = wakeUps
    let isSent = false
    try {
      isSent = await deliver(delivery)
    } catch (error) {
      complain(error as Error)
    }
    busyChats.delete(delivery.externalId)
    files.end(delivery)
    const text = texts.take(delivery.id)
    if (text && runs()) queue.addFirst(text)
    else inHand.delete(delivery.id)
    // Its next part can now be read. Or a wake-up was about this one, which a read passes over while it is in hand.
    if (delivery.hasNext || (!isSent && wakeUps !== wakeUpsBefore)) readDue()
    ended()
  }

  /** One less is on the wire. */
  function ended() {
    inFlight--
    pump()
    if (stopped && inFlight === 0) for (const resolve of drained) resolve()
  }

  const deliver = openInFlight({
    ...options,
    account: () => (options.mayAct() ? account : undefined),
    stopped: () => stopped,
    stopping: stopping.signal,
    opened: reader.opened,
    unopened: ({ userId }) => queue.giveTurn(userId),
    comesBack: (at) => readTimer.at(at),
    replaced() {
      account = undefined
      refresh()
    },
    textFollows: texts.follow,
    complain,
  })
  const readTimer = openEarliestTimer(clock, readDue)
  const pumpAlarm = openEarliestTimer(clock, pump)
  const turnWaiters = openTurnWaiters(pump)
  refresh()

  return {
    look() {
      wakeUps++
      readDue()
    },
    refresh() {
      wakeUps++
      refresh()
    },
    setState,
    turn: (signal) => turnWaiters.wait(signal),
    holds: (id) => inHand.has(id),
    stop() {
      stopped ??= clock.now()
      stopping.abort()
      turnWaiters.close()
      readTimer.clear()
      pumpAlarm.clear()
      prefetch.clear()
      if (inFlight === 0) return Promise.resolve()
      return new Promise((resolve) => drained.push(resolve))
    },
  }
}
