import { isFixed } from '@carillon/contract/content/resolve'
import type { Message } from '@carillon/contract/messages'
import type { UserContext } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { withoutExceptions } from '../series/rules.ts'
import { publishMessage } from './changes.ts'
import { checkTime } from './checks.ts'
import { requireOneMoreMessage } from './limits.ts'
import * as summaries from './read-models.ts'
import * as store from './store.ts'
import { replaceTargets } from './targets-store.ts'

/**
 * Makes a draft with the same content and groups, and with the same schedule if its time has not passed. A message that
 * was corrected after it was sent is taken as corrected.
 */
export function duplicateMessage(ctx: UserContext, id: string): Promise<Message> {
  return ctx.transaction(async (tx) => {
    const original = await summaries.read(tx, ctx.user.id, id)
    if (!original) throw notFound('message')
    await requireOneMoreMessage(ctx, tx)
    const { kind, title, catchUpMinutes, onUnconfirmed } = original
    const { overlap, pauseAfterFailures } = original
    // Not copied: the exceptions, which belong to the original, and the seed, with which both would always be sent at
    // the same random moment.
    const { seed: _seed, ...schedule } = original.schedule
      ? withoutExceptions(original.schedule)
      : {}
    const now = ctx.clock.now()
    const copy = ctx.ids.next()
    const keepsTime = checkTime(original, now).length === 0
    await store.insert(tx, {
      id: copy,
      userId: ctx.user.id,
      kind,
      title,
      contentId: contentIdOf(original),
      catchUpMinutes,
      onUnconfirmed,
      overlap,
      pauseAfterFailures,
      schedule: keepsTime ? JSON.stringify(schedule) : null,
      status: 'draft',
      createdAt: now,
      updatedAt: now,
    })
    await replaceTargets(tx, copy, original.targets)
    return publishMessage(ctx, tx, copy)
  })
}

/** What most of its groups read now. A content that differs by network, group or run stays as it was written. */
function contentIdOf({ status, content, contentId, occurrence }: summaries.Message): string {
  const isOver = status === 'sent' || status === 'partly_sent'
  if (!isOver || !occurrence || !isFixed(content)) return contentId
  const { changes, sent } = occurrence
  const edit = changes.findLast(({ kind, says, done }) => kind === 'edit' && says && done > 0)
  return edit?.says && edit.done * 2 > sent ? edit.says : contentId
}
