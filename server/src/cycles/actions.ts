import type { Cycle } from '@carillon/contract/cycles'
import { isLeftBySend } from '@carillon/contract/wire'
import type { Exception } from '@carillon/contract/messages'
import { readContents, readFilesOf } from '../content/actions.ts'
import { stopReplacing } from '../deliveries/actions.ts'
import { latestOccurrence } from '../occurrences/actions.ts'
import { instant } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, problems } from '../platform/errors.ts'
import { withStartAndSeed, retimeSlotContents } from '../series/actions.ts'
import {
  change,
  clearTime,
  drawnSeed,
  fieldsOf,
  findCycle,
  keepsSchedule,
  lock,
  rearrange,
  requireFresh,
  type Seen,
  setPausedTime,
  setTime,
  stepsOf,
  stop,
  publishCycle,
  readCycle,
} from './changes.ts'
import { checkInput, activationProblems, stepContents, type Edited, type Input } from './checks.ts'
import { storedPosition } from './rotation/stored-position.ts'
import { startPosition } from './rotation/skip-and-jump.ts'
import { requireOneMoreCycle, requireCycleUnderLimit } from './limits.ts'
import { carryOver, UNMOVED } from './rotation/position.ts'
import { factsOfStart, rotationOf, type LoadedCycle } from './slot-facts.ts'
import type { Rotation } from './rotation/rounds.ts'
import { hasStopped, isCounted, move } from './status-transitions.ts'
import { requireFanOutDone } from '../series/rules.ts'
import { replaceSteps } from './steps-store.ts'
import * as store from './store.ts'
import { readChosen, replaceTargets } from './targets-store.ts'
import { completeRow } from './load-cycles.ts'
import { claimForm, forgetSaved, type FromForm, type SavedForm } from '../unsaved/actions.ts'

export { findSummary, readCycle } from './changes.ts'

/** Creates a cycle, as a draft or active; from one form only one, as for a message. */
export function createCycle(
  ctx: UserContext,
  { formId, attempt, device, unsavedRev, ...input }: Input & FromForm,
): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const id = ctx.ids.next()
    const find = (before: string) => findCycle(ctx, tx, before)
    const from = { formId, attempt, device, unsavedRev }
    await claimForm(ctx, tx, { from, createdId: id }, find)
    const targets = await checkInput(ctx, tx, ctx.user.id, input)
    await requireOneMoreCycle(ctx, tx)
    const now = ctx.clock.now()
    const userId = ctx.user.id
    const schedule = input.schedule ? withStartAndSeed(ctx, input.schedule) : null
    const steps = await stepsOf(ctx, tx, input)
    const active = input.status === 'active' && schedule
    const timed = active
      ? await setTime(ctx, tx, { id, userId }, schedule)
      : { status: 'draft' as const, nextAt: null, attention: null }
    const groupIds = targets.map(({ groupId }) => groupId)
    await store.insert(tx, {
      id,
      userId,
      ...fieldsOf(input, schedule),
      ...timed,
      seed: input.seed ?? drawnSeed(ctx),
      position: JSON.stringify(storedPosition(UNMOVED, groupIds)),
      createdAt: now,
      updatedAt: now,
    })
    await replaceSteps(tx, id, steps)
    await replaceTargets(tx, id, targets)
    return publishCycle(ctx, tx, id)
  })
}

/**
 * Replaces all fields of the editor and, with them, all future sends. The place in the round is kept. What is
 * being sent keeps its words. With the status `paused` a paused cycle stays paused. An outdated rev is refused with
 * the present state; exceptions that match no slot any more are returned as `dropped`.
 */
export function updateCycle(
  ctx: UserContext,
  id: string,
  { formId, device, unsavedRev, ...input }: Edited & Seen & SavedForm,
): Promise<Cycle & { dropped?: Exception[] }> {
  return ctx.transaction(async (tx) => {
    const row = await lock(ctx, tx, id)
    await requireFresh(ctx, tx, row, input)
    await forgetSaved(ctx, tx, { formId, device, unsavedRev })
    const status = move(VERBS[input.status], row.status)
    const latest = await latestOccurrence(tx, 'cycle', id)
    requireFanOutDone(latest)
    const isGoing = row.status === 'active' || latest?.finishedAt === null
    // What was sent would go on from a draft: a start that is undone must not have led to a run.
    if (status === 'draft' && isGoing && input.rev < row.rev) {
      throw new AppError('conflict', HAS_BEGUN, { current: await readCycle(ctx, tx, id) })
    }
    if (!isCounted(row.status)) await requireCycleUnderLimit(ctx, tx)
    const { schedule, dropped } = await rearrange(ctx, tx, row, input)
    const targets = await checkInput(ctx, tx, ctx.user.id, {
      ...input,
      schedule: schedule ?? undefined,
    })
    const before = await completeRow(tx, row)
    const steps = await stepsOf(ctx, tx, input, before.steps)
    const seed = input.seed ?? row.seed
    const groupIds = targets.map(({ groupId }) => groupId)
    const rotation = rotationOf({ ...input, seed, ends: input.ends ?? null }, { steps, groupIds })
    const carried = carryOver(before.rotation, rotation, before.position, {
      hasStopped: hasStopped(row.status),
    })
    const starts = status === 'active' && hasStopped(row.status)
    const facts = factsOfStart(schedule, {
      targets: before.targets,
      groupIds,
      now: ctx.clock.now(),
    })
    const position = starts ? startPosition(rotation, carried, facts) : carried
    const timed =
      status === 'draft' || !schedule
        ? { ...(await clearTime(ctx, tx, id)), status: 'draft' as const }
        : status === 'paused'
          ? { ...(await setPausedTime(ctx, tx, row, schedule)), ...clearedAttention(row) }
          : keepsSchedule(row, schedule, input.status)
            ? clearedAttention(row)
            : await setTime(ctx, tx, row, schedule)
    await change(ctx, tx, id, {
      ...fieldsOf(input, schedule),
      ...timed,
      seed,
      position: JSON.stringify(storedPosition(position, groupIds)),
      lastMove: null,
      // A person may still send a skipped occurrence, and the position then moves after it. This is not possible if
      // the order of the turns has changed.
      returnedFrom: isDrawnAlike(rotation, before.rotation) ? row.returnedFrom : null,
    })
    if (input.replacePrevious !== row.replacePrevious) await stopReplacing(tx, ctx.clock.now(), id)
    await replaceSteps(tx, id, steps)
    await replaceTargets(tx, id, targets)
    return { ...(await publishCycle(ctx, tx, id)), ...(dropped.length > 0 ? { dropped } : {}) }
  })
}

const HAS_BEGUN =
  'A run of it has begun since, or it was changed. Look at it again, and pause it if it is to stop.'

/** What saving with a status does. */
const VERBS = { draft: 'save', active: 'schedule', paused: 'keepPaused' } as const

/** Whether the turns of two rotations follow each other by the same rule. */
const isDrawnAlike = (a: Rotation, b: Rotation) =>
  a.order === b.order && a.mode === b.mode && a.seed === b.seed

/** What to clear when an edit does not change the schedule: the edit was checked to have groups and steps. */
const clearedAttention = ({ attention }: store.CycleRow) =>
  attention?.code === 'no_groups' || attention?.code === 'no_steps' ? { attention: null } : {}

/** Removes the attention that a run has left, because a person has seen it. Doing it twice changes nothing. */
export function dismissAttention(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const { attention } = await lock(ctx, tx, id)
    if (!attention) return publishCycle(ctx, tx, id)
    if (!isLeftBySend(attention.code)) throw new AppError('conflict', attention.text)
    await change(ctx, tx, id, { attention: null })
    return publishCycle(ctx, tx, id)
  })
}

/**
 * Pauses a cycle. With `stopRemaining`, deliveries that were not sent yet are canceled; otherwise they are
 * still sent. With `until`, the cycle continues by itself at that time.
 */
export function pauseCycle(
  ctx: UserContext,
  id: string,
  how: { until?: string | undefined; stopRemaining?: boolean } = {},
): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const until = how.until ? instant(how.until) : null
    if (until && until <= ctx.clock.now()) throw invalid('until', 'This time has passed.')
    const cancelUnsent = how.stopRemaining ?? true
    const row = await stop(ctx, tx, id, { reason: 'paused', verb: 'pause', cancelUnsent })
    const nextAt =
      until && row.schedule ? (await setTime(ctx, tx, row, row.schedule, until)).nextAt : null
    await change(ctx, tx, id, { nextAt, status: 'paused', pausedUntil: until, resumesAs: null })
    if (until) await tx.enqueue('cycles.resume', { cycleId: id }, { startAfter: until })
    return publishCycle(ctx, tx, id)
  })
}

/**
 * Starts a draft, continues a paused cycle, or starts a finished one again. Slots that have passed are not
 * sent.
 */
export function resumeCycle(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const row = await lock(ctx, tx, id)
    move('resume', row.status)
    if (!isCounted(row.status)) await requireCycleUnderLimit(ctx, tx)
    const loaded = await completeRow(tx, row)
    await requireReady(ctx, tx, loaded)
    const { schedule } = row
    if (!schedule) throw invalid('schedule.rule', 'Choose when it goes out.')
    // While it was paused, its slots were not updated for new time zone data.
    await retimeSlotContents(tx, 'cycle', [{ sourceId: id, schedule }])
    const { rotation, targets } = loaded
    const { groupIds } = rotation
    const facts = factsOfStart(schedule, { targets, groupIds, now: ctx.clock.now() })
    const position =
      row.status === 'paused' ? loaded.position : startPosition(rotation, loaded.position, facts)
    const stored = JSON.stringify(storedPosition(position, groupIds))
    await change(ctx, tx, id, { ...(await setTime(ctx, tx, row, schedule)), position: stored })
    return publishCycle(ctx, tx, id)
  })
}

/** Throws `invalid` with every reason why a saved cycle cannot be sent. */
export async function requireReady(ctx: UserContext, tx: Tx, loaded: LoadedCycle): Promise<void> {
  const { row, steps } = loaded
  const bodies = await readContents(
    tx,
    steps.map(({ contentId }) => contentId),
  )
  const { mode, name, order, replacePrevious, schedule } = row
  const ready = {
    mode,
    name,
    order,
    replacePrevious,
    schedule: schedule ?? undefined,
    steps: steps.map(({ contentId, enabled, weight, untilDay }) => ({
      content: bodies.get(contentId)!,
      enabled,
      weight,
      ...(untilDay ? { until: untilDay } : {}),
    })),
  }
  const files = await readFilesOf(tx, row.userId, stepContents(ready))
  const found = activationProblems(ctx, ready, { groups: await readChosen(tx, row.id), files })
  if (found.length > 0) throw problems(found)
}

/**
 * Ends a cycle. What is being sent is completed. Another cycle, which the limit of the tier had
 * suspended, may then be restored.
 */
export function finishCycle(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    await stop(ctx, tx, id, { reason: 'paused', verb: 'finish', cancelUnsent: false })
    await change(ctx, tx, id, { ...(await clearTime(ctx, tx, id)), status: 'finished' })
    return publishCycle(ctx, tx, id)
  })
}
