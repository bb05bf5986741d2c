import { channelFacts, networkOf } from '@carillon/contract/channels'
import { ownOf } from '@carillon/contract/content/resolve'
import type { ChannelKind } from '@carillon/contract/config'
import type { Content } from '@carillon/contract/content/content'
import type { Simulation } from '@carillon/contract/cycles'
import type { Schedule } from '@carillon/contract/schedule'
import type { SimulateCycle } from '@carillon/contract/schemas/simulation'
import type { z } from 'zod'
import { countOf } from '../../content/rules.ts'
import { after, days, fromEpoch, latest } from '../../platform/clock.ts'
import type { Reading, UserContext } from '../../platform/context.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { startLongWork } from '../../platform/long-work.ts'
import { shownOccurrences } from '../../occurrences/actions.ts'
import { lastMade } from '../../planning/actions.ts'
import { localDay } from '../../schedule/rules.ts'
import { readMessagesLeft, readSends } from '../../sending/actions.ts'
import { SENDS_MATTER_MS } from '../../sending/rules.ts'
import {
  withStartAndSeed,
  readOtherSeries,
  readSlotContents,
  otherSends,
  type OtherSeries,
} from '../../series/actions.ts'
import { contentAt, keepExceptions } from '../../series/rules.ts'
import { drawnSeed, sourceRef } from '../changes.ts'
import { checkInput } from '../checks.ts'
import type { SimulatedGroup } from './lanes.ts'
import { startPosition } from '../rotation/skip-and-jump.ts'
import { carryOver, UNMOVED, type Position } from '../rotation/position.ts'
import { factsOfStart, rotationOf, type LoadedCycle } from '../slot-facts.ts'
import type { Rotation } from '../rotation/rounds.ts'
import { simulate, type Simulated } from './engine.ts'
import { readGroups, type ReadGroup } from './simulation-store.ts'
import { hasStopped } from '../status-transitions.ts'
import * as store from '../store.ts'
import type { CycleRow } from '../store.ts'
import { completeRow } from '../load-cycles.ts'

type SimulationRequest = z.output<typeof SimulateCycle>

/** What a cycle would send in the next days if it were saved like this. Nothing is saved. */
export async function simulateCycle(
  ctx: UserContext,
  asked: SimulationRequest,
): Promise<Simulation> {
  const { cycleId, days: count } = asked
  const letOthersRun = startLongWork()
  const now = ctx.clock.now()
  const until = after(now, days(count))
  const read = await ctx.transaction(async (tx) => {
    const row = cycleId && isUuid(cycleId) ? await store.find(tx, ctx.user.id, cycleId) : undefined
    if (cycleId && !row) throw notFound('cycle')
    const schedule = asked.schedule && scheduleAfter(ctx, asked.schedule, row)
    const input = { ...asked, schedule, name: asked.name || 'New', replacePrevious: false }
    const targets = await checkInput(ctx, tx, ctx.user.id, { ...input, status: 'active' })
    const groupIds = targets.map(({ groupId }) => groupId)
    const groups = await readGroups(tx, ctx.user.id, groupIds)
    return {
      row,
      schedule,
      loaded: row && (await completeRow(tx, row)),
      targets,
      groups,
      sent: await readSends(tx, after(now, -SENDS_MATTER_MS), groups.filter(hasLimit)),
      messagesLeft: await readMessagesLeft(ctx, tx, accountsOf(groups)),
      others: await readOtherSeries(tx, ctx.user.id, {
        groupIds,
        until,
        sourceId: row?.id ?? null,
      }),
      reworded: row ? await rewordedOf(tx, row.id) : undefined,
      made: row ? await lastMade(tx, sourceRef(row.id)) : null,
      open: row && (await shownOccurrences(tx, 'cycle', [row.id])).get(row.id),
    }
  })
  const { row, schedule, loaded, targets, reworded, made, open } = read
  if (!schedule) throw invalid('schedule.rule', 'Choose when it goes out.')
  const topics = new Map(targets.map((target) => [target.groupId, target.topics]))
  const groups = read.groups.map((group): SimulatedGroup => ({
    ...group,
    topics: topics.get(group.groupId) ?? [],
    pace: paceOf(ctx, group),
  }))
  const seed = asked.seed ?? row?.seed ?? drawnSeed(ctx)
  const steps = stepsOf(ctx, asked)
  const rotation = rotationOf(
    { ...asked, seed, ends: asked.ends ?? null },
    { steps, groupIds: groups.map(({ groupId }) => groupId) },
  )
  const limited = new Map(
    groups.filter(hasLimit).map(({ groupId }): [string, number[]] => [groupId, []]),
  )
  for (const { groupId, at } of read.sent) limited.get(groupId)?.push(at.getTime())
  const others = await countOthers(read.others, { schedule, now, until, limited, letOthersRun })
  const cycle: Simulated = {
    rotation,
    position: loaded ? positionAfter(loaded, rotation, { schedule, now }) : UNMOVED,
    schedule,
    overlap: asked.overlap,
    advanceOnSkip: asked.advanceOnSkip,
    groups,
    variants: asked.steps.map(({ content }) => content.variants?.length ?? 0),
    from: beginOf(now, { made, status: asked.status, row }),
    slotsMax: asked.slots,
    sendsMax: asked.sends,
    until,
    busyUntil: open?.finishedAt ? undefined : (open?.waiting?.lastUntil ?? open?.waiting?.until),
    messagesLeft: read.messagesLeft,
    messages: countsOf(asked, (slot) => contentAt(reworded, slot)?.body),
    reworded: (slot) => contentAt(reworded, slot) !== undefined,
    others: others.onDay,
    elsewhere: limited,
  }
  const { lanes, tally, totals, ...worked } = await simulate(cycle, letOthersRun)
  const { byDay, byGroup } = totals.counts()
  const texts = asked.steps.map(({ content }) => content.text)
  return {
    ...worked,
    byDay,
    byGroup: byGroup.map((one) => ({ ...one, others: others.inAll(one.groupId) })),
    warnings: tally.warnings({ texts, days: count, lanes }),
    load: groupsBy(groups).map(({ connectionId, connection }) => {
      const load = lanes.loads.get(connectionId)!
      const { busiest } = load
      return {
        connectionId,
        label: connection,
        sends: load.sends,
        share: load.share,
        busiest: busiest && {
          sends: busiest.sends,
          slotAt: busiest.slotAt.toISOString(),
          lastAt: fromEpoch(busiest.lastAt).toISOString(),
        },
      }
    }),
    seed,
    stepIds: steps.map(({ id }) => id),
    scheduleSeed: schedule.seed ?? 0,
    starts: schedule.starts ?? '',
  }
}

/** The schedule as it would be saved: without skips and moves that match no slot. */
function scheduleAfter(ctx: UserContext, asked: Schedule, row: CycleRow | undefined): Schedule {
  const schedule = withStartAndSeed(ctx, asked, row?.schedule)
  return row ? keepExceptions(row.schedule, schedule, [], ctx.clock.now()).schedule : schedule
}

/** When a simulation begins: a cycle that stays paused begins when its pause has ended. */
function beginOf(
  now: Date,
  {
    made,
    status,
    row,
  }: { made: Date | null | undefined; row: CycleRow | undefined } & Pick<
    SimulationRequest,
    'status'
  >,
): Date {
  // A slot that was planned a second ahead has moved the position already.
  const free = made && made >= now ? after(made, 1) : now
  return status === 'paused' && row?.pausedUntil ? latest(free, row.pausedUntil) : free
}

/** Where a cycle begins if it is saved as active with this rotation. */
function positionAfter(
  { row, rotation, position, targets }: LoadedCycle,
  after: Rotation,
  { schedule, now }: { schedule: Schedule; now: Date },
): Position {
  const stopped = hasStopped(row.status)
  const carried = carryOver(rotation, after, position, { hasStopped: stopped })
  if (!stopped) return carried
  const { groupIds } = after
  return startPosition(after, carried, factsOfStart(schedule, { targets, groupIds, now }))
}

const rewordedOf = async (reading: Reading, id: string) =>
  (await readSlotContents(reading, 'cycle', [id])).get(id)

/** The steps as saving would store them. A new step already gets the id that it is saved with. */
function stepsOf(ctx: UserContext, { steps }: SimulationRequest) {
  const used = new Set<string>()
  return steps.map(({ id, enabled, weight, from, until, maxSends }) => {
    const own = id !== undefined && isUuid(id) && !used.has(id) ? id : ctx.ids.next()
    used.add(own)
    return {
      id: own,
      enabled,
      weight,
      fromDay: from ?? null,
      untilDay: until ?? null,
      maxSends: maxSends ?? null,
    }
  })
}

/** How many messages a network counts for a step, or for the own text of a slot. */
function countsOf(
  { steps }: SimulationRequest,
  wordsOf: (slot: Date) => Content | undefined,
): NonNullable<Simulated['messages']> {
  const known = new Map<ChannelKind, number[]>()
  const count = (content: Content, channel: ChannelKind) =>
    countOf(ownOf(content, networkOf(channelFacts[channel])))
  return (step, channel, slot) => {
    const words = step < 0 ? wordsOf(slot) : undefined
    if (words) return count(words, channel)
    const own = known.get(channel) ?? steps.map(({ content }) => count(content, channel))
    known.set(channel, own)
    return own[step] ?? 1
  }
}

function paceOf(
  ctx: UserContext,
  { channel, kind }: Pick<ReadGroup, 'channel' | 'kind'>,
): SimulatedGroup['pace'] {
  const pace = ctx.channels.get(channel)?.capabilities.pace
  if (!pace) return { perSecond: Infinity, groupPerMinute: Infinity }
  const perMinute = 60 * pace.chat.perSecond
  return {
    perSecond: pace.account.perSecond,
    // Broadcast channels do not have the limit of groups.
    groupPerMinute: kind === 'channel' ? perMinute : Math.min(perMinute, pace.groupPerMinute),
  }
}

/** Whether it matters to a group what it gets from elsewhere. */
const hasLimit = ({ dailyCap, minGapMinutes }: Pick<ReadGroup, 'dailyCap' | 'minGapMinutes'>) =>
  dailyCap !== null || minGapMinutes !== null

const accountsOf = (groups: readonly Pick<SimulatedGroup, 'accountId' | 'channel'>[]) => [
  ...new Map(groups.map((group) => [group.accountId, group])).values(),
]

/** One group of each connection. */
const groupsBy = (groups: readonly SimulatedGroup[]) => [
  ...new Map(groups.map((group) => [group.connectionId, group])).values(),
]

type Walk = Pick<Simulated, 'schedule' | 'until'> & {
  now: Date
  /** When each group with a limit or a gap got a message lately. The sends of other messages and cycles are added here. */
  limited: ReadonlyMap<string, number[]>
  letOthersRun: () => Promise<void>
}

/** How many other messages each group gets on each day, in the zone of the cycle, and on all days. */
async function countOthers(
  others: readonly OtherSeries[],
  { schedule, now, until, limited, letOthersRun }: Walk,
): Promise<{ onDay: Simulated['others']; inAll: (groupId: string) => number }> {
  const counts = new Map<string, number>()
  const all = new Map<string, number>()
  for await (const { groupIds, at, copies } of otherSends(others, {
    from: now,
    until,
    letOthersRun,
  })) {
    const days = Map.groupBy(at, (one) => localDay(schedule.timeZone, one))
    for (const id of groupIds) {
      limited.get(id)?.push(...at.map((one) => one.getTime()))
      all.set(id, (all.get(id) ?? 0) + at.length * copies)
      for (const [day, { length }] of days) {
        counts.set(`${id} ${day}`, (counts.get(`${id} ${day}`) ?? 0) + length * copies)
      }
      await letOthersRun()
    }
  }
  for (const instants of limited.values()) instants.sort((a, b) => a - b)
  return {
    onDay: (groupId, day) => counts.get(`${groupId} ${day}`) ?? 0,
    inAll: (groupId) => all.get(groupId) ?? 0,
  }
}
