import { channelFacts, networkOf } from '@carillon/contract/channels'
import { ownOf } from '@carillon/contract/content/resolve'
import type { Preflight } from '@carillon/contract/messages'
import { countOf } from '../content/rules.ts'
import { forecastWaits } from '../deliveries/actions.ts'
import { after, fromEpoch, instant, latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import type { AllowanceForecast } from '../sending/actions.ts'
import { dueAt, completeSchedule, nextSlot, spreadMs } from '../schedule/rules.ts'
import { quietForecast } from '../sending/rules.ts'
import type { Target } from '../series/actions.ts'
import type { Input } from './checks.ts'
import type { PreflightGroup } from './preflight-store.ts'

/** A group that gets the message, and how many messages its network counts. */
type ReceivingGroup = Pick<PreflightGroup, 'accountId' | 'channel'> & {
  group: PreflightGroup
  groupId: string
  topics: readonly string[]
  messages: number
}

/** The groups that get the message, judged by their own state. */
export function receivingGroups(
  { content }: Input,
  targets: readonly Target[],
  asked: readonly PreflightGroup[],
): ReceivingGroup[] {
  const byId = new Map(asked.map((group) => [group.id, group]))
  // A group that does not exist, or is not the user's, is reported as an error elsewhere.
  return targets.flatMap((target) => {
    const group = byId.get(target.groupId)
    if (!group || group.status === 'muted' || group.status === 'limited') return []
    const closed = new Set(group.topics.flatMap(({ id, closed }) => (closed ? id : [])))
    const topics = target.topics.filter((id) => !closed.has(id))
    if (target.topics.length > 0 && topics.length === 0) return []
    const { id: groupId, accountId, channel } = group
    const own = ownOf(content, networkOf(channelFacts[channel]))
    const messages = countOf(own) * Math.max(1, topics.length)
    return [{ group, groupId, accountId, channel, topics, messages }]
  })
}

export type FirstRun = {
  /** The slot plus its jitter. */
  dueAt: Date
  /** By how much the last of these topics of a group comes later than `dueAt`, in milliseconds. */
  spreadMsOf: (groupId: string, topics: readonly string[]) => number
}

/** The first run of a message if it is saved now; undefined if its schedule has no slot left. */
export function firstRunOf({ schedule }: Input, now: Date): FirstRun | undefined {
  if (!schedule) return { dueAt: now, spreadMsOf: () => 0 }
  const complete = completeSchedule(schedule, now, 0)
  const slot = nextSlot(complete, now)
  if (!slot) return undefined
  return {
    dueAt: dueAt(complete, slot.at),
    spreadMsOf: (groupId, topics) =>
      Math.max(
        ...(topics.length > 0 ? topics : ['']).map((topicId) =>
          spreadMs(complete, slot.at, `${groupId} ${topicId}`),
        ),
      ),
  }
}

type ForecastInput = {
  input: Input
  first: FirstRun
  going: readonly ReceivingGroup[]
  allowances: AllowanceForecast
}

/** When each group gets the first run, if it gets no other message. */
export type Arrivals = { dueAt: Date; groups: { groupId: string; sends: number; at: Date }[] }

/** When the groups get the first run; null if it goes to no group. */
export async function arrivalsOf(
  ctx: UserContext,
  tx: Tx,
  { input, first, going, allowances }: ForecastInput,
): Promise<Arrivals | null> {
  if (going.length === 0) return null
  const startsAt = first.dueAt
  const turns = await forecastWaits(ctx, tx, going, input.schedule === undefined)
  const groups: Arrivals['groups'] = []
  for (const { groupId, topics, group } of going) {
    if (allowances.late.has(groupId)) continue
    const { quietHours, timeZone, account } = group
    const due = after(startsAt, first.spreadMsOf(groupId, topics))
    const free = latest(startsAt, fromEpoch(account.restrictedUntil ?? 0))
    // Groups that are spread wait less for each other, so the later of both is enough.
    const turn = latest(due, after(free, turns.get(groupId) ?? 0))
    const at = latest(allowances.later.get(groupId) ?? due, turn)
    const quiet = quietHours && quietForecast([{ quietHours, timeZone, groups: 1 }])(at)
    if (quiet && quiet.skipped > 0) continue
    const sends = Math.max(1, topics.length)
    groups.push({ groupId, sends, at: quiet?.until ? instant(quiet.until) : at })
  }
  return { dueAt: startsAt, groups }
}

/** How many messages the first run sends, and when the last group has it; `notSent` are groups that do not get it. */
export function forecastOf(
  { dueAt, groups }: Arrivals,
  notSent: ReadonlySet<string | undefined>,
): Forecast {
  const getting = groups.filter(({ groupId }) => !notSent.has(groupId))
  const sends = getting.reduce((sum, one) => sum + one.sends, 0)
  const lastAt = Math.max(dueAt.getTime(), ...getting.map(({ at }) => at.getTime()))
  const took = lastAt - dueAt.getTime()
  return {
    dueAt: dueAt.toISOString(),
    lastAt: fromEpoch(lastAt).toISOString(),
    sends,
    words: `${messages(sends)}; the last group has it ${tookWords(took)}.`,
  }
}

/**
 * The forecast if one of its groups waits for other messages or for its connection. It names no time, because nobody
 * knows when that group gets the message.
 */
export const asLater = (forecast: Forecast, isBehindOthers: boolean): Forecast => ({
  ...forecast,
  isLater: true,
  words: `${messages(forecast.sends)}; a group that waits for ${isBehindOthers ? 'other messages' : 'its connection'} has it later.`,
})

type Forecast = NonNullable<Preflight['forecast']>

const messages = (sends: number): string => `${sends} ${sends === 1 ? 'message' : 'messages'}`

function tookWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds <= 10) return 'within seconds'
  if (seconds < 90) return `about ${seconds} seconds later`
  const minutes = Math.round(seconds / 60)
  return minutes < 90
    ? `about ${minutes} minutes later`
    : `about ${Math.round(minutes / 60)} hours later`
}
