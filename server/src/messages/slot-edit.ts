import type { Message } from '@carillon/contract/messages'
import type { changeSlot as endpoint } from '@carillon/contract/slots'
import type { ParsedOf } from '@carillon/contract/endpoint'
import type { Schedule } from '@carillon/contract/schedule'
import { saveContent } from '../content/actions.ts'
import { after, earliest, instant, latest } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { lastMade } from '../planning/actions.ts'
import { ruleSlot, slots, type Slot } from '../schedule/rules.ts'
import { change, lock, sourceRef, setTime, publishMessage } from './changes.ts'
import { checkWords } from './checks.ts'
import { requireOneMoreMessage } from './limits.ts'
import { move } from './status-transitions.ts'
import * as messages from './store.ts'
import { readTargets, replaceTargets } from './targets-store.ts'
import { firstSlotOf, instantOf, keepExceptions, requireFanOutDone } from '../series/rules.ts'
import {
  putSlotContent,
  readSlotContents,
  removeSlotContents,
  changed,
  ownOf,
  requireOwnChange,
  requireToCome,
  withinSlotContents,
} from '../series/actions.ts'
import { latestOccurrence } from '../occurrences/actions.ts'

export type SlotChange = ParsedOf<typeof endpoint>['body']

/**
 * Skips, moves or rewords one slot of a series, or it and all following ones; or removes the exceptions. A
 * slot is named by the instant that the rule gives it, also after it was moved.
 */
export function changeSlot(
  ctx: UserContext,
  id: string,
  slotAt: string,
  what: SlotChange,
): Promise<Message & { continuedBy?: string }> {
  return ctx.transaction(async (tx) => {
    const message = await lock(ctx, tx, id)
    move('except', message)
    requireFanOutDone(await latestOccurrence(tx, 'message', id))
    const { schedule } = message
    const at = instant(slotAt)
    const slot = schedule && ruleSlot(schedule, at)
    if (!slot) throw invalid('slotAt', 'The timetable of this message has no send at this time.')
    const made = await lastMade(tx, sourceRef(id))
    const before = (await readSlotContents(tx, 'message', [id])).get(id) ?? []
    const own = ownOf(schedule, slot, { contents: before, now: ctx.clock.now() })
    // A content of all following slots is removed also once the first of them has passed without being planned.
    const isLasting = what.restore && own.some(({ following }) => following)
    if (!isLasting) requireToCome(schedule, slot, { made, now: ctx.clock.now() })

    if (what.content) {
      await withinSlotContents(ctx, tx, { source: 'message', path: 'content' }, () =>
        reword(ctx, tx, message, slot, what),
      )
    }
    if (what.restore) {
      requireOwnChange(schedule, slot, { contents: before, now: ctx.clock.now() })
      await removeSlotContents(tx, sourceRef(id), { slots: own })
      if (what.following) await removeSlotContents(tx, sourceRef(id), { from: slot.at })
    }
    const waits = waitsFrom(message, ctx.clock.now())
    // A slot that was planned a second ahead must not be planned again.
    const since = made && made >= waits ? after(made, 1) : waits
    const now = latest(ctx.clock.now(), made ?? since)
    const { next, continued, moved } = changed(schedule, slot, what, { now, since })
    const contents = (await readSlotContents(tx, 'message', [id])).get(id) ?? []
    const adjusted = keepExceptions(null, next, contents, since).schedule
    await reschedule(ctx, tx, message, adjusted)
    if (moved) await removeSlotContents(tx, sourceRef(id), { from: slot.at })
    const continuedBy =
      continued &&
      (await withinSlotContents(ctx, tx, { source: 'message', path: 'moveTo' }, () =>
        splitSeries(ctx, tx, message, { before: adjusted, schedule: continued, since }),
      ))
    for (const one of moved ? contents : []) {
      const { following, contentId } = one
      const first = firstSlotOf(schedule, one)
      const local = first && first.at >= slot.at && moved!(first.local)
      if (!local) continue
      await putSlotContent(tx, {
        ...sourceRef(continuedBy ?? id),
        slotAt: instantOf(local, schedule.timeZone),
        local,
        following,
        contentId,
      })
    }
    return { ...(await publishMessage(ctx, tx, id)), ...(continuedBy ? { continuedBy } : {}) }
  })
}

/** From this instant on slots are still to be planned: a due slot may not be planned yet. */
const waitsFrom = ({ nextAt }: messages.MessageRow, now: Date): Date => earliest(now, nextAt ?? now)

async function reword(
  ctx: UserContext,
  tx: Tx,
  message: messages.MessageRow,
  slot: Slot,
  { content, following }: SlotChange,
): Promise<void> {
  if (!content) return
  await checkWords(ctx, tx, message, content)
  const contentId = await saveContent(ctx, tx, ctx.user.id, content)
  const { at: slotAt } = slot
  // What is said of this slot and all following ones is said of this one as well.
  if (following) {
    await removeSlotContents(tx, sourceRef(message.id), { slots: [{ slotAt, following: false }] })
  }
  await putSlotContent(tx, {
    ...sourceRef(message.id),
    slotAt,
    local: slot.local,
    following,
    contentId,
  })
}

/** Gives a series its changed schedule; a slot that is due now stays due. */
export async function reschedule(
  ctx: UserContext,
  tx: Tx,
  message: messages.MessageRow,
  schedule: Schedule,
): Promise<void> {
  const { id, kind, status, pausedUntil, attention } = message
  const fields = {
    schedule: JSON.stringify(schedule),
    attention: attention && JSON.stringify(attention),
  }
  if (status === 'paused' && !pausedUntil) return change(ctx, tx, id, fields)
  const now = ctx.clock.now()
  const from = status === 'paused' ? (pausedUntil ?? now) : waitsFrom(message, now)
  const timed = await setTime(ctx, tx, id, { kind, status: 'active', schedule }, from)
  const state =
    status === 'paused'
      ? { status, pausedUntil }
      : { status: timed.nextAt ? timed.status : ('finished' as const) }
  return change(ctx, tx, id, { ...timed, ...state, ...fields })
}

/**
 * Makes a second message for the following slots, with the same fields and its own schedule. The slots from
 * `since` on belong to it: one that was moved to an earlier time, and is not planned yet, goes along with them. Its runs
 * are numbered on after those that the series before it still has.
 */
async function splitSeries(
  ctx: UserContext,
  tx: Tx,
  message: messages.MessageRow,
  { before, schedule, since }: { before: Schedule; schedule: Schedule; since: Date },
): Promise<string> {
  await requireOneMoreMessage(ctx, tx)
  const id = ctx.ids.next()
  const now = ctx.clock.now()
  const { kind, title, contentId, catchUpMinutes, onUnconfirmed } = message
  const { overlap, pauseAfterFailures, userId, status, pausedUntil } = message
  const all = (await readSlotContents(tx, 'message', [message.id])).get(message.id) ?? []
  const own = { userId, kind, title, contentId, catchUpMinutes, onUnconfirmed, overlap }
  const { schedule: spec } = keepExceptions(null, schedule, [], since)
  const timed =
    status === 'paused' && !pausedUntil
      ? { nextAt: null }
      : await setTime(ctx, tx, id, { kind, status: 'active', schedule: spec }, pausedUntil ?? since)
  await messages.insert(tx, {
    id,
    ...own,
    pauseAfterFailures,
    ...timed,
    runs: message.runs + slotsLeft(before, since),
    attention: null,
    status: status === 'paused' ? 'paused' : 'active',
    pausedUntil,
    schedule: JSON.stringify(spec),
    createdAt: now,
    updatedAt: now,
  })
  const targets = (await readTargets(tx, [message.id])).get(message.id) ?? []
  await replaceTargets(tx, id, targets)
  for (const { body: _, ...one } of all.filter((one) => one.following)) {
    await putSlotContent(tx, { ...one, ...sourceRef(id) })
  }
  if (pausedUntil)
    await tx.enqueue('messages.resume', { messageId: id }, { startAfter: pausedUntil })
  await publishMessage(ctx, tx, id)
  return id
}

/** How many slots a series that has an end still has. */
function slotsLeft(schedule: Schedule, since: Date): number {
  let count = 0
  for (const _ of slots(schedule, since)) if (++count === NUMBERED_MAX) break
  return count
}

/** A slot each minute of a week. Counting more would keep the planner waiting, which needs the same lock. */
const NUMBERED_MAX = 10_000
