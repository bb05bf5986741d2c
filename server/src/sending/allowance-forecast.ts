import type { ChannelKind } from '@carillon/contract/config'
import { dayLater, daysBetween, readAllowances, type DayAllowance } from '../accounts/actions.ts'
import { after, days } from '../platform/clock.ts'
import type { Context, Reading } from '../platform/context.ts'
import { readContentSizes } from '../deliveries/actions.ts'
import { contentSizeIn } from '../deliveries/rules.ts'
import { column } from '../platform/db/lists.ts'
import { dayStart } from './group-rules/rules.ts'
import { readWaiting } from './store.ts'

/** A group, and how many messages an account should send to it. */
export type GroupDemand = {
  groupId: string
  accountId: string
  channel: ChannelKind
  messages: number
}

export type AllowanceForecast = {
  /** The groups that get it on the next day, each with the instant. */
  later: ReadonlyMap<string, Date>
  /** The groups for which the next day allows none either: for them it will be too late. */
  late: ReadonlySet<string>
  warnings: { effect: 'later' | 'not_sent'; text: string }[]
}

/** How many messages an account may still send on each day; `take` reduces it. */
export type MessagesLeft = {
  /** Whether the day of an instant allows so many messages more; if so, they are counted. */
  take(at: Date, messages: number): boolean
  /**
   * When a message is sent that was due at `dueAt` and was one too many at `at`: on the day after `dueAt`, at the same
   * time. Undefined if `at` is already on that day: then it is too late.
   */
  nextDay(dueAt: Date, at: Date): Date | undefined
  /** The allowance on the day of an instant, and how many messages wait for that day. */
  on(at: Date): DayAllowance & { waiting: number }
}

type Limited = { accountId: string; channel: ChannelKind }

/** What is left of those of these accounts that have a daily allowance, as far as it is known now. */
export async function readMessagesLeft(
  ctx: Context,
  reading: Reading,
  accounts: readonly Limited[],
): Promise<ReadonlyMap<string, MessagesLeft>> {
  const limited = accounts.filter(({ channel }) => ctx.channels.get(channel)?.allowance)
  if (limited.length === 0) return new Map()
  const now = ctx.clock.now()
  const asked = limited.map(({ accountId: id, channel }) => ({ id, channel }))
  const today = await readAllowances(ctx, reading, now, asked)
  const zones = [...today].map(([id, { timeZone }]) => ({ id, timeZone }))
  const waiting = await readWaiting(reading, now, zones)
  const sizes = await readContentSizes(reading, [...new Set(column(waiting, 'contentId'))])
  const channelOf = new Map(limited.map(({ accountId, channel }) => [accountId, channel]))
  return new Map(
    [...today].map(([id, allowance]) => {
      const { most } = ctx.channels.get(channelOf.get(id)!)!.allowance!
      const used = new Map([[0, allowance.used]])
      for (const { accountId, day, contentId, count } of waiting) {
        if (accountId !== id) continue
        const { messages } = contentSizeIn(sizes, contentId, channelOf.get(id)!)
        used.set(day, (used.get(day) ?? 0) + count * messages)
      }
      return [id, openMessagesLeft(now, allowance, most, used)]
    }),
  )
}

/** A forecast needs the days of this time again and again, so they are computed together; later days one by one. */
const NEAR_MS = days(400)

function openMessagesLeft(
  now: Date,
  today: DayAllowance,
  mostOf: (day: number) => number,
  used: Map<number, number>,
): MessagesLeft {
  const { timeZone } = today
  const starts = [dayStart(now, timeZone)]
  const later = new Map<number, Date>()
  const dayOf = (at: Date) => {
    if (at > after(now, NEAR_MS)) return daysBetween(now, at, timeZone)
    while (starts.at(-1)! <= at) starts.push(dayStart(now, timeZone, starts.length))
    // Mostly the last day or the one before, because a forecast proceeds day by day.
    return Math.max(
      0,
      starts.findLastIndex((start) => start <= at),
    )
  }
  return {
    take(at, messages) {
      const day = dayOf(at)
      const before = used.get(day) ?? 0
      if (before + messages > mostOf(today.day + day)) return false
      used.set(day, before + messages)
      return true
    },
    nextDay(dueAt, at) {
      if (dayOf(dueAt) !== dayOf(at)) return undefined
      const known = later.get(dueAt.getTime()) ?? dayLater(dueAt, timeZone)
      later.set(dueAt.getTime(), known)
      return known
    },
    on(at) {
      const day = dayOf(at)
      const sent = day === 0 ? today.used : 0
      return {
        ...today,
        used: sent,
        waiting: (used.get(day) ?? 0) - sent,
        day: today.day + day,
        most: mostOf(today.day + day),
      }
    },
  }
}

/**
 * Forecasts what daily allowances do to messages that are due at an instant, in this order: the same as the lanes will
 * do then, as far as it is known now.
 */
export async function forecastAllowances(
  ctx: Context,
  reading: Reading,
  dueAt: Date,
  wanted: readonly GroupDemand[],
): Promise<AllowanceForecast> {
  const [later, late] = [new Map<string, Date>(), new Set<string>()]
  const warnings: AllowanceForecast['warnings'] = []
  const messagesLeft = await readMessagesLeft(ctx, reading, wanted)
  for (const [accountId, groups] of Map.groupBy(wanted, (one) => one.accountId)) {
    const left = messagesLeft.get(accountId)
    if (!left) continue
    const day = left.on(dueAt)
    const [laterBefore, lateBefore] = [later.size, late.size]
    for (const { groupId, messages } of groups) {
      if (left.take(dueAt, messages)) continue
      const goes = left.nextDay(dueAt, dueAt)
      if (goes && left.take(goes, messages)) later.set(groupId, goes)
      else late.add(groupId)
    }
    const isToday = daysBetween(ctx.clock.now(), dueAt, day.timeZone) === 0
    const [nLater, nLate] = [later.size - laterBefore, late.size - lateBefore]
    if (nLater > 0) {
      const when = isToday ? 'tomorrow' : 'a day later'
      const get = nLater === 1 ? 'gets' : 'get'
      const text = `${ofThem(nLater, groups.length)} ${get} it ${when}, at the same time: ${maySend(day)}`
      warnings.push({ effect: 'later', text })
    }
    if (nLate > 0) {
      const text = `${ofThem(nLate, groups.length)} will not get it, since the next day has no room either: ${maySend(day)}`
      warnings.push({ effect: 'not_sent', text })
    }
  }
  return { later, late, warnings }
}

const ofThem = (some: number, all: number) =>
  some < all ? `${some} of these groups` : some === 1 ? 'This group' : `All ${some} groups`

function maySend({
  identity,
  most,
  used,
  waiting,
  day,
  warmUpDays,
}: ReturnType<MessagesLeft['on']>) {
  const why = day <= warmUpDays ? ', because it was linked only lately' : ''
  const rest = [
    used > 0 ? `, and has sent ${used} of them` : '',
    waiting > 0 ? `, and ${waiting} ${waiting === 1 ? 'is' : 'are'} waiting` : '',
  ].join('')
  return `${identity} may send ${most} messages that day${why}${rest}.`
}
