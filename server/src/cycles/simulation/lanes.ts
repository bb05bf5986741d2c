import type { ChannelKind } from '@carillon/contract/config'
import { fromEpoch, instant, minutes } from '../../platform/clock.ts'
import type { MessagesLeft } from '../../sending/actions.ts'
import { dayStart, quietForecast, SHIFT_MAX_MS } from '../../sending/rules.ts'
import type { PostTarget } from '../targets-store.ts'

/** A group in a simulation. */
export type SimulatedGroup = PostTarget & {
  title: string
  channel: ChannelKind
  connectionId: string
  connection: string
  dailyCap: number | null
  minGapMinutes: number | null
  /** How many messages a second its account may send, and how many a minute the group accepts. */
  pace: { perSecond: number; groupPerMinute: number }
}

/**
 * When a group got a message lately, from whatever source, and when it gets one from other messages and cycles: in
 * milliseconds since 1970, in order. Its daily limit and its gap count them.
 */
export type Elsewhere = ReadonlyMap<string, readonly number[]>

/**
 * The forecast time at which a group gets a message; `rule` is the rule of the group, or the daily allowance of its
 * account, that delays or prevents it.
 */
export type Forecast = {
  at: number
  rule?: 'quiet_hours' | 'gap' | 'cap' | 'allowance'
  skipped?: true
}

type Load = {
  sends: number
  busiest: { slotAt: Date; sends: number; lastAt: number } | null
  /** The largest part of the time between two slots that an account needs for sends that wait for no rule. */
  share: number
}

type Slot = {
  /** The next forecast for a group, for what is due at this time; `messages`: how many its network counts. */
  take(group: SimulatedGroup, due: number, messages: number): Forecast
  /** Ends a slot. */
  over(): void
}

export type Lanes = {
  slot(at: Date, next: number | undefined): Slot
  /** The load of each connection, by its id. */
  loads: ReadonlyMap<string, Load>
}

/**
 * Forecasts when deliveries are sent: one after the other for each account, each group at its own pace;
 * `messagesLeft`: what accounts may send on each day.
 */
export function openLanes(
  groups: readonly SimulatedGroup[],
  messagesLeft: ReadonlyMap<string, MessagesLeft> = new Map(),
  elsewhere: Elsewhere = new Map(),
): Lanes {
  const freeAt = new Map<string, number>()
  const quietOf = forecasts()
  const dayOf = openDays()
  const states = new Map(
    groups.map((group) => [
      group.groupId,
      openGroup(group, {
        quiet: quietOf(group),
        dayOf,
        left: messagesLeft.get(group.accountId),
        elsewhere: elsewhere.get(group.groupId) ?? [],
      }),
    ]),
  )
  const loads = new Map<string, Load>(
    groups.map(({ connectionId }) => [connectionId, { sends: 0, busiest: null, share: 0 }]),
  )
  return {
    loads,
    slot(slotAt, next) {
      const now = new Map<string, { sends: number; lastAt: number; took: number }>()
      return {
        take(group, due, messages) {
          const lane = Math.max(due, freeAt.get(group.accountId) ?? 0)
          const forecast = states.get(group.groupId)!.take(due, lane, messages)
          if (forecast.skipped) return forecast
          const load = now.get(group.connectionId) ?? { sends: 0, lastAt: 0, took: 0 }
          // A delivery that waits for a rule does not delay other groups.
          if (!forecast.rule) {
            freeAt.set(group.accountId, lane + (messages * 1_000) / group.pace.perSecond)
            load.took = Math.max(load.took, forecast.at - due)
          }
          load.sends += 1
          load.lastAt = Math.max(load.lastAt, forecast.at)
          now.set(group.connectionId, load)
          return forecast
        },
        over() {
          for (const state of states.values()) state.over()
          for (const [id, { sends, lastAt, took }] of now) {
            const load = loads.get(id)!
            load.sends += sends
            const span = next === undefined ? Infinity : next - slotAt.getTime()
            load.share = Math.max(load.share, took / span)
            if (sends > (load.busiest?.sends ?? 0)) load.busiest = { slotAt, sends, lastAt }
          }
        },
      }
    },
  }
}

type Quiet = ReturnType<typeof quietForecast>

/** Quiet hours of groups; equal ones are computed once. */
function forecasts() {
  const known = new Map<string, Quiet>()
  return ({ quietHours, timeZone }: SimulatedGroup): Quiet | undefined => {
    if (!quietHours) return undefined
    const key = JSON.stringify([quietHours, timeZone])
    const quiet = known.get(key) ?? quietForecast([{ quietHours, timeZone, groups: 1 }])
    known.set(key, quiet)
    return quiet
  }
}

type Day = { start: number; end: number }

/** The day of an instant in a zone. Slots come in time order, so the last day of each zone is cached. */
function openDays(): (timeZone: string, at: number) => Day {
  const known = new Map<string, Day>()
  return (timeZone, at) => {
    const before = known.get(timeZone)
    if (before && before.start <= at && at < before.end) return before
    const of = (daysLater: number) => dayStart(fromEpoch(at), timeZone, daysLater).getTime()
    const day = { start: of(0), end: of(1) }
    known.set(timeZone, day)
    return day
  }
}

type GroupOptions = {
  quiet: Quiet | undefined
  dayOf: ReturnType<typeof openDays>
  /** What its account may send on each day. */
  left: MessagesLeft | undefined
  elsewhere: readonly number[]
}

/**
 * The rules of one group (quiet hours, cap, gap) and the daily allowance of its account, applied to all messages that
 * this cycle sends to it: as the sender asks for them, but fast enough for 100,000. What it gets from elsewhere counts
 * at its time, as if no rule delayed it.
 */
function openGroup(
  { dailyCap, minGapMinutes, timeZone, pace }: SimulatedGroup,
  { quiet, dayOf, left, elsewhere }: GroupOptions,
) {
  const apart = 60_000 / pace.groupPerMinute
  const gap = minGapMinutes === null ? 0 : minutes(minGapMinutes)
  // A cap and a gap count a slot once, at its first message, however many messages of it the group gets.
  const slotsOn = new Map<number, number>()
  let last = -Infinity
  let firstInSlot: number | undefined
  /** Sends that were moved to a later day: until that day they do not count as the last send of the group. */
  const ahead: number[] = []
  let pacedUntil = -Infinity
  let isLater = false

  /** When the cap and the gap let the next message through, and which of them delays it. */
  function freeAt(at: number): { until: number; rule: 'cap' | 'gap' } {
    while (ahead[0] !== undefined && ahead[0] <= at) last = Math.max(last, ahead.shift()!)
    const got = countUntil(elsewhere, at)
    const lastOfAll = Math.max(last, elsewhere[got - 1] ?? -Infinity)
    const afterGap = gap > 0 ? lastOfAll + gap : -Infinity
    if (dailyCap === null || firstInSlot !== undefined) return { until: afterGap, rule: 'gap' }
    const { start, end } = dayOf(timeZone, at)
    const others = got - countUntil(elsewhere, start - 1)
    const isFull = (slotsOn.get(start) ?? 0) + others >= dailyCap
    return isFull && end >= afterGap
      ? { until: end, rule: 'cap' }
      : { until: afterGap, rule: 'gap' }
  }

  return {
    take(dueAt: number, from: number, messages: number): Forecast {
      let [due, at] = [dueAt, Math.max(from, pacedUntil)]
      let rule: Forecast['rule']
      for (;;) {
        const quietNow = quiet?.(fromEpoch(at))
        if (quietNow?.skipped) return { at, rule: 'quiet_hours', skipped: true }
        if (quietNow?.until) {
          // A send that quiet hours hold is due when they end.
          due = at = instant(quietNow.until).getTime()
          rule = 'quiet_hours'
          continue
        }
        const free = freeAt(at)
        if (free.until > at) {
          if (free.until > due + SHIFT_MAX_MS) return { at, rule: free.rule, skipped: true }
          at = free.until
          rule = free.rule
          continue
        }
        if (!left || left.take(fromEpoch(at), messages)) break
        const nextDay = left.nextDay(fromEpoch(due), fromEpoch(at))
        rule = 'allowance'
        if (!nextDay) return { at, rule, skipped: true }
        // Its due time does not change: the cap and the gap of that day may delay it no further.
        at = nextDay.getTime()
        isLater = true
      }
      if (firstInSlot === undefined) {
        firstInSlot = at
        if (dailyCap !== null) {
          const { start } = dayOf(timeZone, at)
          slotsOn.set(start, (slotsOn.get(start) ?? 0) + 1)
        }
      }
      pacedUntil = at + apart * messages
      return rule ? { at, rule } : { at }
    },
    over() {
      if (firstInSlot === undefined) return
      ahead.push(firstInSlot)
      firstInSlot = undefined
      // Sends before that day do not wait for it.
      if (isLater) pacedUntil = -Infinity
      isLater = false
    },
  }
}

/** How many of these instants, which are in order, are not after `at`. */
function countUntil(instants: readonly number[], at: number): number {
  let [from, to] = [0, instants.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (instants[middle]! <= at) from = middle + 1
    else to = middle
  }
  return from
}
