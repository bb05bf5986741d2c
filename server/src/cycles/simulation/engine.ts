import { chosenTextIndex } from '@carillon/contract/content/resolve'
import type { SimulatedSend, SimulatedSlot, Simulation } from '@carillon/contract/cycles'
import {
  SIMULATION_SENDS_LISTED_MAX,
  SIMULATION_SLOTS_MAX,
  SIMULATION_SLOTS_LISTED_MAX,
  SIMULATION_SENDS_COMPUTED_MAX,
} from '@carillon/contract/cycles'
import type { ChannelKind } from '@carillon/contract/config'
import type { Schedule } from '@carillon/contract/schedule'
import type { Overlap } from '@carillon/contract/messages'
import { fromEpoch } from '../../platform/clock.ts'
import type { MessagesLeft } from '../../sending/actions.ts'
import {
  dayOf,
  drawOf,
  dueAt,
  originalTime,
  slots,
  spreadMs,
  type Slot,
} from '../../schedule/rules.ts'
import { openLanes, type Elsewhere, type Lanes, type SimulatedGroup } from './lanes.ts'
import { skipSlot } from '../rotation/skip-and-jump.ts'
import type { Position } from '../rotation/position.ts'
import type { Rotation } from '../rotation/rounds.ts'
import { countSlot } from './slot-counts.ts'
import { factsAt } from '../slot-facts.ts'
import { stepsAt, type Decision } from '../rotation/step-selection.ts'
import { openTally, type Tally } from './warnings.ts'
import { openTotals, type Totals } from './totals.ts'

/** The input of a simulation: a cycle as it would be saved, its position, and the other messages of its groups. */
export type Simulated = {
  rotation: Rotation
  position: Position
  schedule: Schedule
  overlap: Overlap
  advanceOnSkip: boolean
  groups: readonly SimulatedGroup[]
  /** The number of variants of each step, by its index. */
  variants?: readonly number[]
  from: Date
  until: Date
  /** Until when the slot that is being sent now waits. */
  busyUntil?: Date | undefined
  /** After how many slots with sends it stops, and how many sends are listed. */
  slotsMax?: number | undefined
  sendsMax?: number | undefined
  /** Whether a slot has its own text instead of steps. */
  reworded: (slot: Date) => boolean
  /**
   * What the accounts of its groups may send on each day, and how many messages a network counts for a step, or for
   * the own text of a slot.
   */
  messagesLeft?: ReadonlyMap<string, MessagesLeft>
  messages?: (step: number, channel: ChannelKind, slot: Date) => number
  /** How many other messages a group gets on a day, and when groups with a limit or a gap get or got one. */
  others: (groupId: string, day: string) => number
  elsewhere?: Elsewhere
}

type Worked = Pick<Simulation, 'sends' | 'slots' | 'count' | 'atLeast' | 'endsAt'> & {
  lanes: Lanes
  tally: Tally
  totals: Totals
}

/**
 * Computes what a cycle will send, slot by slot, by the function that the planner uses. When each group gets
 * it is a forecast, from the pace of its connection and its rules. `letOthersRun` is awaited after each small
 * part.
 */
export async function simulate(
  cycle: Simulated,
  letOthersRun: () => Promise<void>,
): Promise<Worked> {
  const { rotation, schedule, groups, until } = cycle
  const { slotsMax = SIMULATION_SLOTS_MAX, sendsMax = SIMULATION_SENDS_LISTED_MAX } = cycle
  const facts = factsAt(schedule, groups)
  const lanes = openLanes(groups, cycle.messagesLeft, cycle.elsewhere)
  const tally = openTally(rotation, groups, cycle.others)
  const totals = openTotals(
    groups.map(({ groupId }) => groupId),
    rotation.steps.length,
  )
  const groupIndexOf = new Map(groups.map(({ groupId }, n) => [groupId, n]))
  const sends: SimulatedSend[] = []
  const listed: SimulatedSlot[] = []
  let { position } = cycle
  let [walked, sentSlots, count] = [0, 0, 0]
  let busyUntil = cycle.busyUntil?.getTime() ?? 0
  /** The group whose rules make a slot last until then; undefined if only the pace does. */
  let busyWith: SimulatedGroup | undefined

  const answer = (rest: Pick<Worked, 'endsAt' | 'atLeast'>): Worked => ({
    sends,
    slots: listed,
    count,
    lanes,
    tally,
    totals,
    ...rest,
  })
  for (const [slot, next] of withNext(slots(schedule, cycle.from))) {
    if (slot.at >= until) return answer({ endsAt: null })
    if (
      walked++ >= SIMULATION_SLOTS_MAX ||
      sentSlots >= slotsMax ||
      count >= SIMULATION_SENDS_COMPUTED_MAX
    ) {
      return answer({ endsAt: null, atLeast: true })
    }
    await letOthersRun()
    const originalAt = originalTime(slot)
    const known = facts(slot.at)
    const own = cycle.reworded(originalAt)
    // A waiting slot is skipped if a later slot is due when the slot before it ends.
    const givesWay = cycle.overlap === 'skip' || (next && next.at.getTime() <= busyUntil)
    // What may go at the instant of a slot is still being sent when the slot is planned.
    if (busyUntil >= slot.at.getTime() && givesWay) {
      tally.overlapped(busyWith)
      if (cycle.advanceOnSkip && !own) position = skipSlot(rotation, position, known)
      continue
    }
    const decision = own ? toAll(rotation, position, known) : stepsAt(rotation, position, known)
    if (decision.kind === 'nothing') {
      if (decision.reason === 'ended') return answer({ endsAt: slot.at.toISOString() })
      continue
    }
    const due = Math.max(dueAt(schedule, slot.at).getTime(), busyUntil)
    const dueSlot = { slot, originalAt, due, next: next?.at.getTime() }
    const ends = await sendSlot(decision, dueSlot)
    if (ends.at > busyUntil) [busyUntil, busyWith] = [ends.at, ends.waitsFor]
    sentSlots += 1
    position = decision.after
    if (decision.isLast) return answer({ endsAt: slot.at.toISOString() })
  }
  return answer({ endsAt: null })

  /** Computes the sends of a slot; returns when the last of them ends, and the group whose rules it waits for. */
  async function sendSlot(
    { parts }: Extract<Decision, { kind: 'send' }>,
    { slot, originalAt, due, next }: DueSlot,
  ): Promise<{ at: number; waitsFor: SimulatedGroup | undefined }> {
    const day = dayOf(slot)
    const slotLanes = lanes.slot(slot.at, next)
    // If one group gets a step at a time, the other groups are not examined.
    const stepsOf = new Map<number, number[]>()
    for (const { stepId, groupIds } of parts) {
      const step = tally.placeOf(stepId)
      for (const id of groupIds) {
        const groupIndex = groupIndexOf.get(id)
        if (groupIndex === undefined) continue
        const own = stepsOf.get(groupIndex)
        if (own) own.push(step)
        else stepsOf.set(groupIndex, [step])
      }
    }
    const slotAt = originalAt.toISOString()
    const counted = countSlot({ slotAt, local: slot.local, mark: slot.mark })
    const drawn = drawOf(schedule.seed, slot.at)
    let last: Awaited<ReturnType<typeof sendSlot>> = { at: 0, waitsFor: undefined }
    let n = 0
    for (const [groupIndex, own] of [...stepsOf].toSorted(([a], [b]) => a - b)) {
      if (n++ % GROUPS_AT_ONCE === 0) await letOthersRun()
      const group = groups[groupIndex]!
      for (const topicId of group.topics.length > 0 ? group.topics : NO_TOPIC) {
        const spread = schedule.spreadMinutes
          ? spreadMs(schedule, slot.at, `${group.groupId} ${topicId ?? ''}`)
          : 0
        for (const step of own) {
          const messages = cycle.messages?.(step, group.channel, originalAt) ?? 1
          const sent = slotLanes.take(group, due + spread, messages)
          if (!sent.skipped && sent.at > last.at) {
            last = { at: sent.at, waitsFor: sent.rule ? group : undefined }
          }
          const to = { groupIndex, step, day }
          tally.sent(to, sent)
          totals.sent(to, sent)
          counted.sent(group.groupId, { step, at: due + spread }, sent)
          if (count++ >= sendsMax) continue
          sends.push({
            slotAt,
            at: fromEpoch(due + spread).toISOString(),
            local: slot.local,
            ...(slot.mark ? { mark: slot.mark } : {}),
            step: step < 0 ? null : step,
            ...(cycle.variants?.[step]
              ? { variant: chosenTextIndex(drawn, cycle.variants[step]) + 1 }
              : {}),
            groupId: group.groupId,
            topicId,
            sentAt: fromEpoch(sent.at).toISOString(),
            ...(sent.rule ? { rule: sent.rule } : {}),
            ...(sent.skipped ? { skipped: true as const } : {}),
            others: cycle.others(group.groupId, day),
          })
        }
      }
    }
    slotLanes.over()
    if (listed.length < SIMULATION_SLOTS_LISTED_MAX) listed.push(counted.counts())
    return last
  }
}

type DueSlot = { slot: Slot; originalAt: Date; due: number; next: number | undefined }

/** Each slot with the next one. */
function* withNext(all: Iterable<Slot>): Generator<[Slot, Slot | undefined]> {
  let before: Slot | undefined
  for (const slot of all) {
    if (before) yield [before, slot]
    before = slot
  }
  if (before) yield [before, undefined]
}

/**
 * How many groups are computed before other work may run: with ten steps each it takes a few milliseconds.
 */
const GROUPS_AT_ONCE = 100

/** A send to the group itself, not to a topic. */
const NO_TOPIC = [null] as const

/** Stands for the step of a slot with its own text. */
const OWN_WORDS = ''

/** The sends of a slot with its own text: to all reachable groups, without a step. */
function toAll(
  { groupIds }: Rotation,
  position: Position,
  { reachable }: { reachable: ReadonlySet<string> },
): Decision {
  const some = groupIds.filter((id) => reachable.has(id))
  if (some.length === 0) return { kind: 'nothing', reason: 'no_groups' }
  return {
    kind: 'send',
    parts: [{ stepId: OWN_WORDS, groupIds: some }],
    after: position,
    isLast: false,
  }
}
