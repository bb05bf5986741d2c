import type { ChannelKind } from '@carillon/contract/config'
import { fromEpoch, hours, instant, minutes } from '../platform/clock.ts'
import { quietForecast } from '../sending/rules.ts'
import type { PostTarget } from './targets-store.ts'

/** A group as a simulation sends to it. */
export type SimulatedGroup = PostTarget & {
  title: string
  channel: ChannelKind
  connectionId: string
  connection: string
  dailyCap: number | null
  minGapMinutes: number | null
  /** How fast its account may send, and how much of it the group bears. */
  pace: { perSecond: number; groupPerMinute: number }
}

/** When a group will have what is due, by the forecast; `rule` is what the group does to it. */
export type Forecast = {
  at: number
  rule?: 'quiet_hours' | 'gap' | 'cap'
  skipped?: true
}

/** How far a cap or a gap may shift what is due; what would be later than that is passed over. */
const SHIFT_MAX_MS = hours(2)

type Load = {
  sends: number
  busiest: { slotAt: Date; sends: number; lastAt: number } | null
  /** How much of the time between two slots the busiest one takes. */
  share: number
}

type Slot = {
  /** The next turn of a group for what is due then. */
  take(group: SimulatedGroup, due: number, day: string): Forecast
  /** The slot is over, with its last send. */
  over(last: number): void
}

export type Lanes = {
  slot(at: Date, next: number | undefined): Slot
  /** What each connection carries, by its id. */
  loads: ReadonlyMap<string, Load>
}

/** Forecasts when lanes come to what is due: one after the other for each account, each group at its own pace. */
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
          // What waits for its group keeps no other from its turn.
          if (!told.rule) freeAt.set(group.accountId, told.at + 1_000 / group.pace.perSecond)
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

/** The quiet hours of groups; those that are the same are worked out once. */
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

/** One group: its quiet hours, its cap and its gap, over all that this cycle sends to it. */
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
