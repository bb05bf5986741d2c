import type { Cycle, CycleSlotChange } from '@carillon/contract/cycles'
import { saveContent } from '../content/actions.ts'
import { after, earliest, instant, latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid } from '../platform/errors.ts'
import { lastMade } from '../planning/actions.ts'
import { nextSlot, ruleSlot, type Slot } from '../schedule/rules.ts'
import {
  changed,
  ownOf,
  requireOwnChange,
  putSlotContent,
  readSlotContents,
  removeSlotContents,
  requireToCome,
  withinSlotContents,
} from '../series/actions.ts'
import { keepExceptions } from '../series/rules.ts'
import {
  change,
  lockForChange,
  sourceRef,
  setPausedTime,
  setTime,
  publishCycle,
} from './changes.ts'
import { checkWords } from './checks.ts'
import { requireCycleUnderLimit } from './limits.ts'
import { completeRow } from './load-cycles.ts'
import { isAtEnd } from './rotation/step-selection.ts'
import { factsOfStart } from './slot-facts.ts'
import type { CycleRow } from './store.ts'

/**
 * Skips, moves or rewords one slot of a cycle, or removes its exception. A slot is named by the instant that
 * the rule gives it, also after it was moved. A slot with its own words uses no step.
 */
export function changeSlot(
  ctx: UserContext,
  id: string,
  slotAt: string,
  what: CycleSlotChange,
): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const row = await lockForChange(ctx, tx, id, 'except')
    const { schedule } = row
    const slot = schedule && ruleSlot(schedule, instant(slotAt))
    if (!slot) throw invalid('slotAt', 'The timetable of this cycle has no send at this time.')
    const made = await lastMade(tx, sourceRef(id))
    const now = ctx.clock.now()
    requireToCome(schedule, slot, { made, now })
    if (what.content) await reword(ctx, tx, row, slot, what.content)
    if (what.restore) {
      const contents = (await readSlotContents(tx, 'cycle', [id])).get(id) ?? []
      requireOwnChange(schedule, slot, { contents, now })
      const slots = ownOf(schedule, slot, { contents, now })
      await removeSlotContents(tx, sourceRef(id), { slots })
    }
    // A slot that is due now stays due. A slot that was planned a second ahead is not planned again.
    const waits = earliest(now, row.nextAt ?? now)
    const since = made && made >= waits ? after(made, 1) : waits
    const asked = { ...what, following: false }
    if (row.status === 'finished') await requireGoesOn(ctx, tx, row, { asked, since })
    const { next } = changed(schedule, slot, asked, { now: latest(now, made ?? since), since })
    const contents = (await readSlotContents(tx, 'cycle', [id])).get(id) ?? []
    const adjusted = keepExceptions(null, next, contents, since).schedule
    await change(ctx, tx, id, {
      schedule: JSON.stringify(adjusted),
      ...(await timesOf(ctx, tx, row, adjusted, waits)),
    })
    return publishCycle(ctx, tx, id)
  })
}

/**
 * Throws unless a finished cycle goes on when this slot comes back: it has finished because no slot was left, and
 * still has something to send.
 */
async function requireGoesOn(
  ctx: UserContext,
  tx: Tx,
  row: CycleRow,
  { asked, since }: { asked: CycleSlotChange; since: Date },
): Promise<void> {
  const { schedule } = row
  const { rotation, position, targets } = await completeRow(tx, row)
  const facts = factsOfStart(schedule, { targets, groupIds: rotation.groupIds, now: since })
  const hasSlots = schedule !== null && nextSlot(schedule, since) !== undefined
  if (!asked.restore || hasSlots || isAtEnd(rotation, position, facts)) {
    throw new AppError('conflict', 'This cycle has finished. Start it again first.')
  }
  await requireCycleUnderLimit(ctx, tx)
}

/** The columns that follow from the changed schedule; a paused cycle stays paused. */
async function timesOf(
  ctx: UserContext,
  tx: Tx,
  row: CycleRow,
  schedule: NonNullable<CycleRow['schedule']>,
  waits: Date,
) {
  if (row.status === 'paused') return setPausedTime(ctx, tx, row, schedule)
  const { nextAt, status } = await setTime(ctx, tx, row, schedule, waits)
  return { nextAt, status }
}

async function reword(
  ctx: UserContext,
  tx: Tx,
  { id }: CycleRow,
  slot: Slot,
  content: NonNullable<CycleSlotChange['content']>,
): Promise<void> {
  await checkWords(ctx, tx, { id, userId: ctx.user.id }, content)
  const contentId = await saveContent(ctx, tx, ctx.user.id, content)
  const { at: slotAt, local } = slot
  const own = { ...sourceRef(id), slotAt, local, following: false, contentId }
  await withinSlotContents(ctx, tx, { source: 'cycle', path: 'content' }, () =>
    putSlotContent(tx, own),
  )
}
