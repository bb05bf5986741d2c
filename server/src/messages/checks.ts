import type { Content } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { MessageInput, MessageKind } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { UpdateMessage } from '@carillon/contract/schemas/messages'
import type { z } from 'zod'
import { lockFilesOf, readContents } from '../content/actions.ts'
import { checkContent } from '../content/rules.ts'
import { instant } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { invalid, problems } from '../platform/errors.ts'
import { checkSchedule, completeSchedule, gapWords, nextSlot, PASSED } from '../schedule/rules.ts'
import type * as store from './store.ts'
import {
  audiencesOf,
  checkReachable,
  chooseTargets,
  problem,
  type ChosenGroup,
  type Target,
} from '../series/actions.ts'
import { readChosen } from './targets-store.ts'

/** What the editor sent, with its defaults filled in. */
export type Input = z.output<typeof MessageInput>

/** The same for an existing message: a paused one can also stay paused. */
export type Edited = Omit<Input, 'status'> & {
  status: Exclude<z.output<typeof UpdateMessage>['status'], 'sending'>
}

/**
 * Checks what the editor sent; returns its groups and topics. Throws `invalid` with all problems by field.
 * - A draft may be incomplete, but its references must exist.
 * - Groups of the user that were removed since the editor was opened are left out.
 * - `before` is the message that is changed: its lost groups stay, and do not prevent an edit of its text. For a draft
 *   that becomes active, lost groups are a problem, as for a new message.
 */
export async function checkInput(
  ctx: Context,
  tx: Tx,
  userId: string,
  input: Edited,
  before?: Before,
): Promise<Target[]> {
  const { targets, groups, found } = await inspect(ctx, tx, userId, input)
  if (input.status !== 'draft') found.push(...(await checkGroups(tx, groups, input, before)))
  if (found.length > 0) throw problems(found)
  return targets
}

/** A message before its change. */
type Before = Pick<store.MessageRow, 'id' | 'status'>

/** Problems with groups that nothing can be sent to. */
async function checkGroups(
  tx: Tx,
  groups: readonly ChosenGroup[],
  { status }: Pick<Edited, 'status'>,
  before?: Before,
): Promise<FieldProblem[]> {
  const unreachable = groups.filter((group) => checkReachable(group).length > 0)
  if (unreachable.length === 0) return []
  const isBegun = before !== undefined && before.status !== 'draft'
  const had = new Set(isBegun ? (await readChosen(tx, before.id)).map(({ id }) => id) : [])
  const added = unreachable.filter(({ id }) => !had.has(id))
  // A waiting message may stay as it is; a new or starting one needs a reachable group.
  const goesOn =
    before?.status === 'scheduled' || before?.status === 'active' || status === 'paused'
  const isNowhere = !goesOn && unreachable.length === groups.length
  return (isNowhere ? unreachable : added).flatMap(checkReachable)
}

/** Reads what the editor sent, with all problems except unreachable groups. */
export async function inspect(ctx: Context, tx: Tx, userId: string, input: Edited) {
  const { targets, groups, found } = await chooseTargets(tx, userId, input)
  if (input.status !== 'draft') {
    found.push(
      ...(await contentProblems(ctx, tx, { userId, groups }, input.content)),
      ...(targets.length === 0 ? [problem('groupIds', 'Choose at least one group.')] : []),
    )
  }
  found.push(...checkKind(input))
  if (input.status !== 'draft') found.push(...checkTime(input, ctx.clock.now()))
  return { targets, groups, found }
}

/**
 * Throws `invalid` if a saved message cannot be sent: its content must be sendable, and one group reachable.
 */
export async function checkReady(ctx: Context, tx: Tx, message: store.MessageRow): Promise<void> {
  const groups = await readChosen(tx, message.id)
  const contents = await readContents(tx, [message.contentId])
  const content = contents.get(message.contentId)!
  const found = await contentProblems(ctx, tx, { userId: message.userId, groups }, content)
  // Lost groups do not stop the other groups from getting it: their deliveries are skipped with a reason.
  const unreachable = groups.flatMap(checkReachable)
  if (groups.length === 0) found.push(problem('groupIds', 'Choose at least one group.'))
  else if (unreachable.length === groups.length) found.push(...unreachable)
  if (found.length > 0) throw problems(found)
}

type Timed = { kind: MessageKind; schedule?: Schedule | null | undefined }

/** Throws `invalid`, at the field, if one of these contents cannot be sent to the groups of a message. */
export async function checkWords(
  ctx: Context,
  tx: Tx,
  message: store.MessageRow,
  ...contents: readonly Content[]
): Promise<void> {
  const groups = await readChosen(tx, message.id)
  const found = await contentProblems(ctx, tx, { userId: message.userId, groups }, ...contents)
  if (found.length > 0) throw problems(found)
}

/** Problems with the content, in the networks of these groups. */
async function contentProblems(
  ctx: Context,
  tx: Tx,
  { userId, groups }: { userId: string; groups: Parameters<typeof audiencesOf>[1] },
  ...contents: readonly Content[]
): Promise<FieldProblem[]> {
  const files = await lockFilesOf(tx, userId, contents)
  const audiences = audiencesOf(ctx, groups)
  return contents.flatMap((content) => checkContent(content, files, audiences))
}

/** Problems with the schedule: a time that has passed, or that is skipped when clocks change. */
export function checkTime({ kind, schedule }: Timed, now: Date): FieldProblem[] {
  if (kind === 'automated') return checkSeries(schedule, now)
  if (!schedule) return [problem('schedule.rule.at', 'Choose when to send it.')]
  const gap = gapWords(schedule)
  if (gap) return [problem('schedule.rule.at', gap)]
  if (nextSlot(schedule, now)) return []
  return [problem('schedule.rule.at', PASSED)]
}

/** The end of a pause, null without one; throws `invalid` at its field. */
export function checkPause(
  kind: MessageKind,
  { until, stopRemaining = true }: { until?: string | undefined; stopRemaining?: boolean },
  now: Date,
): Date | null {
  if (kind === 'scheduled' && until) {
    throw invalid('until', 'Only an automated message goes on by itself. Reschedule this one.')
  }
  if (kind === 'scheduled' && !stopRemaining) {
    throw invalid('stopRemaining', 'A message that is sent once is stopped now or not at all.')
  }
  if (!until) return null
  const at = instant(until)
  if (at <= now) throw invalid('until', 'This time has passed.')
  return at
}

/** Whether the rule fits the kind of message: one time, or many. */
export function checkKind({ kind, schedule }: Timed): FieldProblem[] {
  if (!schedule || (schedule.rule.kind === 'once') === (kind === 'scheduled')) return []
  return kind === 'scheduled'
    ? [problem('schedule.rule.kind', 'A scheduled message goes out once. Choose one time.')]
    : [problem('schedule.rule.kind', 'An automated message repeats. Choose how often.')]
}

function checkSeries(schedule: Schedule | null | undefined, now: Date): FieldProblem[] {
  if (!schedule) return [problem('schedule.rule', 'Choose when it repeats.')]
  // The seed does not matter for the check.
  return checkSchedule(completeSchedule(schedule, now, 0), now)
}
