import type { ParsedOf } from '@carillon/contract/endpoint'
import type { Message } from '@carillon/contract/messages'
import type { restoreSeries as endpoint } from '@carillon/contract/slots'
import type { Schedule } from '@carillon/contract/schedule'
import { saveContent } from '../content/actions.ts'
import { instant } from '../platform/clock.ts'
import type { Tx, UserContext } from '../platform/context.ts'
import { AppError, notFound, problems } from '../platform/errors.ts'
import { lastMade, wasMade } from '../planning/actions.ts'
import { nextSlot, slotAt } from '../schedule/rules.ts'
import { erase, lock, sourceRef, requireFresh, publishMessage } from './changes.ts'
import { checkKind, checkTime, checkWords } from './checks.ts'
import { move } from './status-transitions.ts'
import { instantOf, requireFanOutDone, type SlotContent } from '../series/rules.ts'
import type { MessageRow } from './store.ts'
import { reschedule } from './slot-edit.ts'
import {
  withStartAndSeed,
  putSlotContent,
  readSlotContents,
  removeSlotContents,
  withinSlotContents,
} from '../series/actions.ts'
import { latestOccurrence } from '../occurrences/actions.ts'

type SeriesBefore = ParsedOf<typeof endpoint>['body']

/**
 * Undoes a change of a slot and all following ones: the schedule and the contents of slots are set back, and
 * a series that was split is one message again. What was sent in the meantime stays sent.
 */
export function restoreSeries(
  ctx: UserContext,
  id: string,
  { rev, contents, continuedBy, ...before }: SeriesBefore,
): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lock(ctx, tx, id)
    await requireFresh(ctx, tx, message, { rev })
    move('except', message)
    requireFanOutDone(await latestOccurrence(tx, 'message', id))
    const { kind } = message
    const schedule =
      kind === 'automated'
        ? withStartAndSeed(ctx, before.schedule, message.schedule)
        : before.schedule
    const wrong = [
      ...checkKind({ kind, schedule }),
      ...checkTime({ kind, schedule }, ctx.clock.now()),
    ]
    if (wrong.length > 0) throw problems(wrong)
    await requireNotMade(tx, message, schedule, ctx.clock.now())
    const words = contents.map(({ content }) => content)
    await checkWords(ctx, tx, message, ...words)

    if (continuedBy) await takeBack(ctx, tx, message, continuedBy)
    await withinSlotContents(ctx, tx, { source: 'message', path: 'contents' }, async () => {
      const present = (await readSlotContents(tx, 'message', [id])).get(id) ?? []
      const slots = present.filter((one) => isToCome(one, message.schedule, ctx.clock.now()))
      await removeSlotContents(tx, sourceRef(id), { slots })
      for (const { content, following = false, ...one } of contents) {
        const contentId = await saveContent(ctx, tx, ctx.user.id, content)
        const at = instant(one.slotAt)
        const { local } = slotAt(schedule, at)
        await putSlotContent(tx, { ...sourceRef(id), slotAt: at, local, following, contentId })
      }
    })
    await reschedule(ctx, tx, message, schedule)
    return publishMessage(ctx, tx, id)
  })
}

/**
 * Throws `conflict` if the last planned slot is one only since the change, or if a run that is still to come at its time
 * before was moved to one that was planned: it would come again.
 */
async function requireNotMade(
  tx: Tx,
  { id, schedule: present }: MessageRow,
  before: Schedule,
  now: Date,
): Promise<void> {
  if (!present) return
  const made = await lastMade(tx, sourceRef(id))
  const isSlotOf = (schedule: Schedule) => made && +(nextSlot(schedule, made)?.at ?? 0) === +made
  const { moves = [], timeZone } = present
  const moved = moves.flatMap(({ from, to }) =>
    instantOf(from, timeZone) > now &&
    !before.moves?.some((move) => move.from === from && move.to === to)
      ? [instantOf(to, timeZone)]
      : [],
  )
  const isNew = isSlotOf(present) && !isSlotOf(before)
  if (!isNew && !(await wasMade(tx, sourceRef(id), moved))) return
  throw new AppError(
    'conflict',
    'A run has been sent at its new time already. Edit the series instead.',
  )
}

/** Whether a slot with its own content is not over, or was moved to a time that is to come; or whether it is of all later slots. */
function isToCome({ slotAt, following }: SlotContent, schedule: Schedule | null, now: Date) {
  const { moves = [], timeZone } = schedule ?? { timeZone: 'UTC' }
  const isMoved = moves.some(
    ({ from, to }) => +instantOf(from, timeZone) === +slotAt && instantOf(to, timeZone) >= now,
  )
  return following || slotAt >= now || isMoved
}

/** Deletes the message that continued the series. Throws `conflict` if it was sent or edited. */
async function takeBack(ctx: UserContext, tx: Tx, message: MessageRow, id: string): Promise<void> {
  const other = await lock(ctx, tx, id)
  if (!continuesSeries(message, other)) throw notFound('message')
  if (other.editedRev > AS_IT_BEGAN) {
    throw new AppError(
      'conflict',
      'It was changed at its new time meanwhile. Edit the two instead.',
    )
  }
  if (await latestOccurrence(tx, 'message', id)) {
    throw new AppError(
      'conflict',
      'It has been sent at its new time already. Edit the two instead.',
    )
  }
  await erase(ctx, tx, id)
}

/**
 * Whether the other message continues this one: it has the same content row and is no draft. A duplicate has
 * the same row too, but is a draft.
 */
const continuesSeries = (message: MessageRow, other: MessageRow): boolean =>
  other.id !== message.id &&
  other.kind === 'automated' &&
  other.status !== 'draft' &&
  other.contentId === message.contentId

/** The `editedRev` of a message that nobody has edited since it was made. */
const AS_IT_BEGAN = 1
