import { after, days } from '../platform/clock.ts'
import type { Context, Tx } from '../platform/context.ts'
import { sendMail } from '../platform/mail/mail.ts'
import { notificationMail } from './mails.ts'
import * as replacements from './replacement-store.ts'
import {
  itemsOf,
  KEPT_MAX,
  isOfAnother,
  appendedFor,
  pageOf,
  SEEN_MS,
  TOGETHER_MS,
  withSentence,
  wordsFor,
  type Item,
  type Notice,
  type UserNotice,
} from './rules.ts'
import * as store from './store.ts'

/** Notifies each of these users of one thing; the rest as in `notifyAll`. */
export const notify = (
  ctx: Context,
  tx: Tx,
  users: string | readonly string[],
  notice: Notice,
): Promise<void> =>
  notifyAll(
    ctx,
    tx,
    [...new Set([users].flat())].map((userId) => ({ userId, notice })),
  )

/**
 * Writes notifications, in the transaction that makes them true. If the same happens again within ten minutes and the
 * notification is still unread, only its count grows. A notification about one thing, or about one message or cycle,
 * replaces the one before about the same, so that the only one says what is true now. Whoever wants its kind by e-mail
 * gets one mail for the notification, and none when its count grows.
 */
export async function notifyAll(ctx: Context, tx: Tx, told: readonly UserNotice[]): Promise<void> {
  await replacements.lockSubjects(
    tx,
    told.flatMap(({ notice: { kind, about, appendTo } }) =>
      kind === 'deliveries' ? (appendTo ?? about ?? []) : [],
    ),
  )
  const items = itemsOf(await appendToUnread(tx, told))
  if (items.length === 0) return
  const now = ctx.clock.now()
  const rows = items.map(({ userId, notice, times }) => ({
    id: ctx.ids.next(),
    userId,
    kind: notice.kind,
    reason: notice.reason,
    ...wordsFor(notice, times),
    count: times,
    about: times === 1 ? (notice.about ?? null) : null,
  }))
  const put = await store.put(tx, rows, { now, since: after(now, -TOGETHER_MS) })
  const both = items.map((item, n) => ({
    ...item,
    ...put[n]!,
    // One subject, even if it has happened again.
    isOne: put[n]!.isNew ? item.times === 1 : isSame(item.notice, put[n]!),
  }))
  const replaced = await replacements.deleteReplaced(
    tx,
    both
      .filter(({ isOne }) => isOne)
      .map(({ id, userId, notice }) => ({
        id,
        userId,
        about: notice.about ?? null,
        page: pageOf(notice) ?? null,
        ...wordsFor(notice, 1),
      })),
  )
  const before = Map.groupBy(replaced, ({ by }) => by)
  await store.reword(
    tx,
    both
      .filter(({ id, isNew }) => !isNew || before.has(id))
      .map(({ id, notice, count, isNew, isOne, about: joined, appended: there }) => {
        const words = wordsFor(notice, isOne ? 1 : count)
        // What was appended about another subject is not said of this one.
        const said = { ...words, appended: joined === notice.about ? there : '' }
        const appended = appendedFor({ ...said, kind: notice.kind }, before.get(id) ?? [])
        // The end of one run must not settle an item about several.
        const isOfOne = isNew && isOne && !(before.get(id) ?? []).some(isOfAnother(notice))
        const about = isOfOne ? (notice.about ?? null) : isNew ? null : joined
        return { id, about, ...words, appended }
      }),
  )
  await mailAndPrune(
    ctx,
    tx,
    both.filter(({ isNew }) => isNew),
  )
  await tx.publish(
    ...updated(replaced.map(({ userId, id, rev }) => ({ userId, id, rev: rev + 1 }))),
    ...created(both),
  )
}

type Named = { userId: string; id: string; rev: number }

const created = (items: readonly Named[]) =>
  items.map(({ userId, id, rev }) => ({ kind: 'notification.created' as const, userId, id, rev }))

/** Whether the item had the same subject before. */
const isSame = (notice: Notice, told: Pick<store.Put, 'about' | 'link'>): boolean =>
  told.about
    ? told.about === notice.about
    : pageOf(notice) !== undefined &&
      pageOf(notice) === pageOf({ kind: notice.kind, ...(told.link ? { link: told.link } : {}) })

/** Appends notices with `appendTo` to their unread items. Returns the notices that were not appended. */
async function appendToUnread(tx: Tx, told: readonly UserNotice[]): Promise<readonly UserNotice[]> {
  const additions = told.flatMap((one) =>
    one.notice.appendTo ? [{ one, userId: one.userId, about: one.notice.appendTo }] : [],
  )
  if (additions.length === 0) return told
  const open = await replacements.lockAbout(tx, additions)
  const added = additions.flatMap(({ one, userId, about }) => {
    const item = open.find((other) => other.userId === userId && other.about === about)
    if (!item) return []
    return [{ one, id: item.id, appended: withSentence(item, one.notice.message) }]
  })
  if (added.length === 0) return told
  await tx.publish(...created(await store.setAppended(tx, added)))
  const taken = new Set(added.map(({ one }) => one))
  return told.filter((one) => !taken.has(one))
}

/**
 * Brings items of the bell up to date: those with the same `about` get these words, and with `more` they are unread
 * again. What was appended to them stays. Where the item was cleared or merged with others, a new one is written, unless an unread one exists. Nobody
 * gets a second mail.
 */
export async function updateAll(
  ctx: Context,
  tx: Tx,
  told: readonly (UserNotice & { more: boolean })[],
): Promise<void> {
  const known = told.flatMap(({ userId, notice, more }) =>
    notice.about ? [{ userId, about: notice.about, more, ...wordsFor(notice, 1) }] : [],
  )
  if (known.length === 0) return
  const now = ctx.clock.now()
  const items = await store.rewrite(tx, known, { now, seenBefore: after(now, -SEEN_MS) })
  await tx.publish(...created(items))
  const found = new Set(items.map(({ about }) => about))
  const gone = told.filter(({ notice, more }) => more && !found.has(notice.about ?? null))
  if (gone.length === 0) return
  const open = await store.findOpen(
    tx,
    gone.map(({ userId, notice }) => ({ userId, reason: notice.reason })),
  )
  const anew = gone.filter(({ userId, notice }) => !open.has(`${userId} ${notice.reason}`))
  await notifyAll(
    ctx,
    tx,
    anew.map(({ userId, notice }) => ({ userId, notice: { ...notice, mailed: 'never' } })),
  )
}

/**
 * The notifications about something are settled: what they are about, and how it was settled, in words. With
 * `toldBefore`, notifications that came later stay open.
 */
type Settled = { userId: string; about: string; message: string; toldBefore?: Date }

/**
 * Settles the notifications about these things: they are marked as read and say how it was settled, so that nobody is
 * asked to do what needs nobody any more. A notification that was merged with others stays as it is.
 */
export async function settleAll(ctx: Context, tx: Tx, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const items = await store.settle(tx, ctx.clock.now(), settled)
  await tx.publish(...updated(items))
}

const updated = (items: readonly Named[]) =>
  items.map(({ userId, id, rev }) => ({ kind: 'notification.updated' as const, userId, id, rev }))

async function mailAndPrune(ctx: Context, tx: Tx, items: readonly Item[]) {
  if (items.length === 0) return
  const userIds = [...new Set(items.map(({ userId }) => userId))]
  await store.keepNewest(tx, userIds, KEPT_MAX)
  const mailed = await store.findMailed(tx, userIds)
  const goodUntil = after(ctx.clock.now(), MAILED_MS)
  for (const { userId, notice, times } of items) {
    const wanted = mailed.get(userId)
    if (!wanted) continue
    const chosen = wanted.kinds.includes(notice.kind)
    if (notice.mailed === 'never' || (!chosen && !notice.mailed)) continue
    const letter = notificationMail(ctx.config.publicUrl, wordsFor(notice, times), { chosen })
    await sendMail(ctx, tx, { to: wanted.email, ...letter, goodUntil })
  }
}

/** A mail that could not be sent for this long is dropped, because its news are old by then. */
const MAILED_MS = days(1)
