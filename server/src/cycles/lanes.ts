import type { ChannelKind } from '@carillon/contract/config'
import { fromEpoch, hours, instant, minutes } from '../platform/clock.ts'
import { quietForecast } from '../sending/rules.ts'
import type { PostTarget } from './targets-store.ts'

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

/** The forecast time at which a group gets a message; `rule` is the group rule that delays or prevents it. */
export type Forecast = {
  at: number
  rule?: 'quiet_hours' | 'gap' | 'cap'
  skipped?: true
}

/** The most that a daily cap or a gap may delay a message. If it would be later, it is skipped. */
const SHIFT_MAX_MS = hours(2)

type Load = {
  sends: number
  busiest: { slotAt: Date; sends: number; lastAt: number } | null
  /** The part of the time between two slots that the busiest account needs for sending. */
  share: number
}

type Slot = {
  /** The next forecast for a group, for a message that is due at this time. */
  take(group: SimulatedGroup, due: number, day: string): Forecast
  /** Ends a slot; `last` is the time of its last send. */
  over(last: number): void
}

export type Lanes = {
  slot(at: Date, next: number | undefined): Slot
  /** The load of each connection, by its id. */
  loads: ReadonlyMap<string, Load>
}

/** Forecasts when deliveries are sent: one after the other for each account, each group at its own pace. */
export function openLanes(groups: readonly SimulatedGroup[]): Lanes {
  const freeAt = new Map<string, number>()
  const quietOf = forecasts()
  const states = new Map(groups.map((group) => [group.groupId, openGroup(group, quietOf(group))]))
  const loads = new Map<string, Load>(
    groups.map(({ connectionId }) => [connectionId, { sends: 0, busiest: null, share: 0 }]),
  )
  return {
    loads,
    slot(slotAt, next) {
      const now = new Map<string, { sends: number; lastAt: number }>()
      return {
        take(group, due, day) {
          const lane = Math.max(due, freeAt.get(group.accountId) ?? 0)
          const told = states.get(group.groupId)!.take(due, lane, day)
          if (told.skipped) return told
          // A delivery that waits for a group rule does not delay other groups.
          if (!told.rule) freeAt.set(group.accountId, lane + 1_000 / group.pace.perSecond)
          const load = now.get(group.connectionId) ?? { sends: 0, lastAt: 0 }
          load.sends += 1
          load.lastAt = Math.max(load.lastAt, told.at)
          now.set(group.connectionId, load)
          return told
        },
        over() {
          for (const state of states.values()) state.over()
          for (const [id, { sends, lastAt }] of now) {
            const load = loads.get(id)!
            load.sends += sends
            const span = next === undefined ? Infinity : next - slotAt.getTime()
            load.share = Math.max(load.share, (lastAt - slotAt.getTime()) / span)
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

/** The rules of one group (quiet hours, cap, gap), applied to all messages that this cycle sends to it. */
function openGroup({ dailyCap, minGapMinutes, pace }: SimulatedGroup, quiet?: Quiet) {
  const apart = 60_000 / pace.groupPerMinute
  const gap = minGapMinutes === null ? 0 : minutes(minGapMinutes)
  let last = -Infinity
  let inSlot = -Infinity
  let today = { day: '', sends: 0 }
  return {
    take(due: number, from: number, day: string): Forecast {
      let at = Math.max(from, inSlot + apart)
      const kept = quiet?.(fromEpoch(at))
      if (kept?.skipped) return { at, rule: 'quiet_hours', skipped: true }
      if (kept?.until) at = instant(kept.until).getTime()
      const free = last + gap
      const waits = gap > 0 && free > at
      if (waits) at = free
      if (today.day !== day) today = { day, sends: 0 }
      const full = dailyCap !== null && today.sends >= dailyCap
      if (full) return { at, rule: 'cap', skipped: true }
      if (waits && at > due + SHIFT_MAX_MS) return { at, rule: 'cap', skipped: true }
      today.sends += 1
      inSlot = at
      return {
        at,
        ...(waits ? { rule: 'gap' as const } : kept ? { rule: 'quiet_hours' as const } : {}),
      }
    },
    over() {
      if (inSlot > last) last = inSlot
    },
  }
}
