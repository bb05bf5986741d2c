import type { ParsedOf } from '@carillon/contract/endpoint'
import type { Message } from '@carillon/contract/messages'
import type { restoreSeries as endpoint } from '@carillon/contract/slots'
import { saveContent } from '../../content/actions.ts'
import { instant } from '../../platform/clock.ts'
import type { Tx, UserContext } from '../../platform/context.ts'
import { AppError, notFound, problems } from '../../platform/errors.ts'
import { erase, lock, requireFresh, tell } from '../changes.ts'
import { checkTime, checkWords } from '../checks.ts'
import { latestOccurrence } from '../occurrences/store.ts'
import { move, requireWhole } from '../rules.ts'
import type { MessageRow } from '../store.ts'
import { reschedule } from './actions.ts'
import { ruleSlot } from './rules.ts'
import { putSlotContent, removeSlotContents } from './store.ts'

type SeriesBefore = ParsedOf<typeof endpoint>['body']

/**
 * Puts a series back as it was before a slot and all following were changed: its schedule, what single
 * slots say, and all in one message again. What has been sent meanwhile stays sent.
 */
export function restoreSeries(
  ctx: UserContext,
  id: string,
  { rev, schedule, contents, continuedBy }: SeriesBefore,
): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const message = await lock(ctx, tx, id)
    await requireFresh(ctx, tx, message, rev)
    move('except', message)
    requireWhole(await latestOccurrence(tx, id))
    const wrong = checkTime({ kind: message.kind, schedule }, ctx.clock.now())
    if (wrong.length > 0) throw problems(wrong)

    if (continuedBy) await takeBack(ctx, tx, message, continuedBy)
    await removeSlotContents(tx, id, { from: ctx.clock.now() })
    for (const { slotAt, content, following = false } of contents) {
      await checkWords(ctx, tx, message, content)
      const contentId = await saveContent(ctx, tx, ctx.user.id, content)
      const at = instant(slotAt)
      const local = ruleSlot(schedule, at)?.local ?? null
      await putSlotContent(tx, { messageId: id, slotAt: at, local, following, contentId })
    }
    await reschedule(ctx, tx, message, schedule)
    return tell(ctx, tx, id)
  })
}

/** Deletes what went on in its place, unless it was sent from there already. */
async function takeBack(ctx: UserContext, tx: Tx, message: MessageRow, id: string): Promise<void> {
  const other = await lock(ctx, tx, id)
  if (other.kind !== 'automated' || other.id === message.id) throw notFound('message')
  if (await latestOccurrence(tx, id)) {
    throw new AppError(
      'conflict',
      'It has been sent at its new time already. Edit the two instead.',
    )
  }
  await erase(ctx, tx, id)
}
