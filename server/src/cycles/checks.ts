import type { FieldProblem } from '@carillon/contract/errors'
import { DRAWN_TURNS_MAX } from '@carillon/contract/cycles'
import type { z } from 'zod'
import type {
  CycleInput as CycleInputSchema,
  UpdateCycle as UpdateCycleSchema,
} from '@carillon/contract/schemas/cycles'
import { readFilesOf } from '../content/actions.ts'
import { type Audience, checkContent, type Files } from '../content/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { problems } from '../platform/errors.ts'
import { checkSchedule, completeSchedule, nextSlot } from '../schedule/rules.ts'
import {
  audiencesOf,
  checkReachable,
  chooseTargets,
  problem,
  type ChosenGroup,
  type Target,
} from '../series/actions.ts'
import { turnCount } from './rotation/rounds.ts'
import { readChosen } from './targets-store.ts'

/** What the editor sent, with its defaults filled in. */
export type Input = z.output<typeof CycleInputSchema>

/** The same for an existing cycle: a paused one can also stay paused. */
export type Edited = Omit<Input, 'status'> & Pick<z.output<typeof UpdateCycleSchema>, 'status'>

/**
 * Checks what the editor sent and returns its targets. Throws `invalid` with all problems by field. A draft may be
 * incomplete, but its references must exist. Groups of the user that were removed since the editor was opened are left
 * out.
 */
export async function checkInput(
  ctx: Context,
  tx: Tx,
  userId: string,
  input: Edited,
): Promise<Target[]> {
  const { targets, groups, found } = await chooseTargets(tx, userId, input)
  found.push(...checkTimes(input))
  if (input.status !== 'draft') {
    const files = await readFilesOf(tx, userId, stepContents(input))
    found.push(...activationProblems(ctx, input, { groups, files }))
  }
  if (found.length > 0) throw problems(found)
  return targets
}

/** The saved fields of a cycle that is to be sent, in the shape of the editor. */
export type Ready = Pick<
  Input,
  'mode' | 'name' | 'order' | 'replacePrevious' | 'schedule' | 'steps'
>

/** The contents of the steps of a cycle. */
export const stepContents = ({ steps }: Pick<Ready, 'steps'>) => steps.map(({ content }) => content)

/** Every reason why a cycle cannot become active. */
export function activationProblems(
  ctx: Context,
  input: Ready,
  { groups, files }: { groups: readonly ChosenGroup[]; files: Files },
): FieldProblem[] {
  const audiences = audiencesOf(ctx, groups)
  const channels = audiences.map(({ channel }) => channel)
  const now = ctx.clock.now()
  const unreachable = groups.flatMap(checkReachable)
  return [
    ...(input.name ? [] : [problem('name', 'Give the cycle a name.')]),
    ...checkSteps(input, { audiences, files }, now),
    ...checkTurns(input, groups.length),
    ...(groups.length === 0 ? [problem('groupIds', 'Choose at least one group.')] : []),
    // Lost groups do not stop the other groups from getting it.
    ...(unreachable.length === groups.length ? unreachable : []),
    ...(input.schedule
      ? checkSchedule(completeSchedule(input.schedule, now, 0), now)
      : [problem('schedule.rule', 'Choose when it goes out.')]),
    ...(input.replacePrevious &&
    channels.length > 0 &&
    !channels.some(({ followUps }) => followUps?.delete)
      ? [
          problem(
            'replacePrevious',
            'The networks of these groups do not let programs delete messages. Switch that off in the order and guards.',
          ),
        ]
      : []),
  ]
}

/** Throws `invalid`, by field, if this content cannot be sent to the groups of a cycle. */
export async function checkWords(
  ctx: Context,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  content: Input['steps'][number]['content'],
): Promise<void> {
  const files = await readFilesOf(tx, userId, [content])
  const found = checkContent(content, files, audiencesOf(ctx, await readChosen(tx, id)))
  if (found.length > 0) throw problems(found)
}

function checkSteps(
  { steps, order, schedule }: Ready,
  { audiences, files }: { audiences: readonly Audience[]; files: Files },
  now: Date,
): FieldProblem[] {
  if (steps.length === 0) return [problem('steps', 'Add at least one message.')]
  const found = steps.flatMap(({ content, enabled }, n) =>
    enabled
      ? [...checkContent(content, files, audiences), ...checkReplacing(content)].map((one) => ({
          ...one,
          path: `steps.${n}.${one.path}`,
        }))
      : [],
  )
  const on = steps.filter(({ enabled }) => enabled)
  if (on.length === 0) {
    return [problem('steps', 'Every message is switched off. Switch at least one on.')]
  }
  const weighed = on.filter(({ weight }) => order !== 'weighted' || weight > 0)
  if (weighed.length === 0) {
    return [problem('steps', 'Every message has the weight 0, so none would ever come.')]
  }
  const first = schedule && nextSlot(completeSchedule(schedule, now, 0), now)?.local.slice(0, 10)
  if (first && weighed.every(({ until }) => until !== undefined && until < first)) {
    found.push(problem('steps', 'The last day of every message has passed.'))
  }
  return found
}

/** Refuses a cycle whose groups would all need a long round of their own. */
function checkTurns({ mode, order, steps }: Ready, groups: number): FieldProblem[] {
  const isDrawn = order === 'shuffle' || order === 'weighted'
  const turns = turnCount({ order, steps })
  if (!isDrawn || mode !== 'own_place' || turns * groups <= DRAWN_TURNS_MAX) return []
  const most = Math.floor(DRAWN_TURNS_MAX / groups)
  return [
    problem(
      'steps',
      `A round has ${turns.toLocaleString('en')} turns. Where each of ${groups.toLocaleString('en')} groups has its own place, it may have ${most.toLocaleString('en')} at most. Use fewer messages or smaller weights, or choose “All groups get the same step”.`,
    ),
  ]
}

/** A cycle replaces all of its copies or none. */
const checkReplacing = ({ options }: Input['steps'][number]['content']) =>
  options?.replacePrevious
    ? [problem('content.options.replacePrevious', 'Choose this for the whole cycle instead.')]
    : []

/** Refuses a schedule with a single time: that is a message, not a cycle. */
function checkTimes({ schedule }: Pick<Input, 'schedule'>): FieldProblem[] {
  return schedule?.rule.kind === 'once'
    ? [problem('schedule.rule.kind', 'A cycle repeats. Choose how often.')]
    : []
}
