import type { Content } from '@carillon/contract/content/content'
import type { FieldProblem } from '@carillon/contract/errors'
import type { MessageInput, MessageKind } from '@carillon/contract/messages'
import type { Schedule } from '@carillon/contract/schedule'
import type { z } from 'zod'
import { readContents } from '../content/actions.ts'
import { checkContent } from '../content/rules.ts'
import { instant } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { invalid, problems } from '../platform/errors.ts'
import { checkSchedule, fixSchedule, gapWords, nextSlot, PASSED } from '../schedule/rules.ts'
import type * as store from './store.ts'
import {
  channelsOf,
  checkReachable,
  chooseTargets,
  problem,
  type Target,
} from '../series/actions.ts'
import { readChosen } from './targets-store.ts'

/** What the editor sent, with its defaults filled in. */
export type Input = z.output<typeof MessageInput>

/**
 * Checks what the editor sent and answers where it goes to. Throws `invalid` with every problem at
 * its field. A draft may be incomplete, but names nothing that does not exist. Groups of the user that
 * were removed since the editor was opened are left out.
 */
export async function checkInput(
  ctx: Context,
  tx: Tx,
  userId: string,
  input: Input,
): Promise<Target[]> {
  const { targets, groups, found } = await chooseTargets(tx, userId, input)
  if (input.status === 'active') {
    found.push(
      ...checkContent(input.content, channelsOf(ctx, groups)),
      ...(targets.length === 0 ? [problem('groupIds', 'Choose at least one group.')] : []),
      ...groups.flatMap(checkReachable),
    )
  }
  found.push(...checkKind(input))
  if (input.status === 'active') found.push(...checkTime(input, ctx.clock.now()))
  if (found.length > 0) throw problems(found)
  return targets
}

/** Whether what is kept can be sent as it stands: something to say, and a group that can be reached. */
export async function checkReady(ctx: Context, tx: Tx, message: store.MessageRow): Promise<void> {
  const groups = await readChosen(tx, message.id)
  const contents = await readContents(tx, [message.contentId])
  const found = checkContent(contents.get(message.contentId)!, channelsOf(ctx, groups))
  // Some that are lost do not keep it from the others: they are told as passed over, with the reason.
  const unreachable = groups.flatMap(checkReachable)
  if (groups.length === 0) found.push(problem('groupIds', 'Choose at least one group.'))
  else if (unreachable.length === groups.length) found.push(...unreachable)
  if (found.length > 0) throw problems(found)
}

type Timed = { kind: MessageKind; schedule?: Schedule | null | undefined }

/** Whether all of these words can be sent to the groups of a message; throws `invalid` at their field. */
export async function checkWords(
  ctx: Context,
  tx: Tx,
  message: store.MessageRow,
  ...contents: readonly Content[]
): Promise<void> {
  const channels = channelsOf(ctx, await readChosen(tx, message.id))
  const found = contents.flatMap((content) => checkContent(content, channels))
  if (found.length > 0) throw problems(found)
}

/** Whether a time is still to come, told at its field. A time in a gap of the clocks is nobody's wish. */
export function checkTime({ kind, schedule }: Timed, now: Date): FieldProblem[] {
  if (kind === 'automated') return checkSeries(schedule, now)
  if (!schedule) return [problem('schedule.rule.at', 'Choose when to send it.')]
  const gap = gapWords(schedule)
  if (gap) return [problem('schedule.rule.at', gap)]
  if (nextSlot(schedule, now)) return []
  return [problem('schedule.rule.at', PASSED)]
}

/** Until when a pause lasts, null without an end; throws `invalid` at its field. */
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

/** Whether the rule is of the message's kind: a single time, or many. */
export function checkKind({ kind, schedule }: Timed): FieldProblem[] {
  if (!schedule || (schedule.rule.kind === 'once') === (kind === 'scheduled')) return []
  return kind === 'scheduled'
    ? [problem('schedule.rule.kind', 'A scheduled message goes out once. Choose one time.')]
    : [problem('schedule.rule.kind', 'An automated message repeats. Choose how often.')]
}

function checkSeries(schedule: Schedule | null | undefined, now: Date): FieldProblem[] {
  if (!schedule) return [problem('schedule.rule', 'Choose when it repeats.')]
  // What it draws from is nothing to be wrong about.
  return checkSchedule(fixSchedule(schedule, now, 0), now)
}
