import { type Cycle, CYCLE_NAME_MAX } from '@carillon/contract/cycles'
import type { UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { nextSlot } from '../schedule/rules.ts'
import { withoutExceptions } from '../series/rules.ts'
import { drawnSeed, publishCycle } from './changes.ts'
import { storedPosition } from './rotation/stored-position.ts'
import { requireOneMoreCycle } from './limits.ts'
import { UNMOVED } from './rotation/position.ts'
import { replaceSteps } from './steps-store.ts'
import * as store from './store.ts'
import { replaceTargets } from './targets-store.ts'
import { completeRow } from './load-cycles.ts'

/** Makes a draft with the same steps and groups, and with the same schedule if it has future slots. */
export function duplicateCycle(ctx: UserContext, id: string): Promise<Cycle> {
  return ctx.transaction(async (tx) => {
    const original = isUuid(id) ? await store.find(tx, ctx.user.id, id) : undefined
    if (!original) throw notFound('cycle')
    await requireOneMoreCycle(ctx, tx)
    const { steps, targets } = await completeRow(tx, original)
    const now = ctx.clock.now()
    const copy = ctx.ids.next()
    // Exceptions belong to the original. So does the seed: with the same one, both would always be sent at
    // the same moment.
    const { seed: _seed, ...schedule } = original.schedule
      ? withoutExceptions(original.schedule)
      : {}
    const hasFutureSlots = original.schedule && nextSlot(original.schedule, now)
    const there = targets.filter(({ status }) => status !== 'removed')
    const groupIds = there.map(({ groupId }) => groupId)
    await store.insert(tx, {
      ...copied(original),
      id: copy,
      userId: ctx.user.id,
      status: 'draft',
      schedule: hasFutureSlots ? JSON.stringify(schedule) : null,
      ends: original.ends && JSON.stringify(original.ends),
      seed: drawnSeed(ctx),
      position: JSON.stringify(storedPosition(UNMOVED, groupIds)),
      createdAt: now,
      updatedAt: now,
    })
    await replaceSteps(
      tx,
      copy,
      steps.map((step) => ({ ...step, id: ctx.ids.next() })),
    )
    await replaceTargets(tx, copy, there)
    return publishCycle(ctx, tx, copy)
  })
}

/** `Recipes (copy)`, and of that `Recipes (copy 2)`. */
function nameOfCopy(name: string): string {
  if (name === '') return name
  const copy = /^(.*) \(copy(?: (\d{1,3}))?\)$/.exec(name)
  const end = copy ? ` (copy ${Number(copy[2] ?? 1) + 1})` : ' (copy)'
  const start = (copy?.[1] ?? name).slice(0, CYCLE_NAME_MAX - end.length)
  // Half of a character that takes two places is none.
  return start.replace(/[\uD800-\uDBFF]$/, '').trimEnd() + end
}

const copied = (row: store.CycleRow) => ({
  name: nameOfCopy(row.name),
  color: row.color,
  order: row.order,
  mode: row.mode,
  stepsPerSlot: row.stepsPerSlot,
  replacePrevious: row.replacePrevious,
  advanceOnSkip: row.advanceOnSkip,
  catchUpMinutes: row.catchUpMinutes,
  onUnconfirmed: row.onUnconfirmed,
  overlap: row.overlap,
  pauseAfterFailures: row.pauseAfterFailures,
})
