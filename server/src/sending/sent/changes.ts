import type { Content } from '@carillon/contract/content/content'
import type { Occurrence } from '@carillon/contract/deliveries'
import { readContents, readFilesOf, saveContent } from '../../content/actions.ts'
import {
  allMediaOf,
  checkContent,
  isSameContent,
  withoutPictures,
  withSentFiles,
} from '../../content/rules.ts'
import {
  createFollowUpSlice,
  countByChange,
  readSentCopies,
  replaceForRetries,
  type SentChangeRequest,
  type SentCopies,
} from '../../deliveries/actions.ts'
import {
  findInterrupted,
  insertSentChange,
  setAskedAt,
  readOccurrence,
  settleChanges,
} from '../../occurrences/actions.ts'
import type { Run } from '../../occurrences/port.ts'
import { presentOccurrence } from '../../occurrences/present.ts'
import { after, minutes } from '../../platform/clock.ts'
import type { Context, Tx, UserContext } from '../../platform/context.ts'
import { AppError, invalid, problems } from '../../platform/errors.ts'
import {
  blockedBy,
  deletableOf,
  editableOf,
  editObstacle,
  REASONS,
  reasonsOf,
  sum,
  total,
  windowsOf,
} from './possible.ts'
import { checkSame, writtenFor } from './edit-checks.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobData {
    /** A person decided about all that an occurrence has sent: its deliveries are still to be asked. */
    'sending.changeSent': SentChangeRequest
  }
}

/** Deliveries asked in one transaction: some hundredths of a second. */
const SLICE = 500

/**
 * Has all that an occurrence sent say something else, and what `others` of the same message sent of it: it keeps its
 * kind and its files. Copies on a network whose words stay as they are are left alone.
 */
export function editSent(
  ctx: UserContext,
  id: string,
  { content: given, contentId: asked, others = [] }: EditSent,
): Promise<Occurrence> {
  return ctx.transaction(async (tx) => {
    const runs = await lockSentCopies(ctx, tx, [id, ...others])
    const ids = idsOf(runs[0]!.sentCopies)
    if (!asked && ids.length > 1) {
      throw invalid('contentId', 'Several messages were sent. Say which of them is edited.')
    }
    const contentId = asked ?? ids[0] ?? ''
    const standing = await readContents(tx, idsOf(runs.flatMap(({ sentCopies }) => sentCopies)))
    const before = standing.get(contentId)
    if (!before || !ids.includes(contentId)) {
      throw invalid('contentId', 'This was not sent, or all of it is deleted.')
    }
    const files = withSentFiles(await readFilesOf(tx, ctx.user.id, [given]), before)
    // The form of an edit has no field for the picture of a link card that was there and was deleted since.
    const gone = allMediaOf(before).flatMap(({ mediaId }) => (files.has(mediaId) ? [] : [mediaId]))
    const content = withoutPictures(given, new Set(gone))
    const copies = runs.map(({ sentCopies, ...one }) => {
      const all = sentCopies.filter((copy) => copy.contentId === contentId)
      // Not tried on networks that cannot edit it.
      return { ...one, all, own: all.filter((copy) => !editObstacle(ctx, copy, before)) }
    })
    refuseWhereNone(
      ctx,
      copies.flatMap(({ all }) => all),
      before,
    )
    const editable = copies.flatMap(({ own }) => own)
    checkSame(before, content, channelsOf(editable))
    const edited = copies.map(({ id: occurrenceId, run, all, own }) => {
      const differs = new Set(
        channelsOf(all.filter((copy) => isAffected(copy, run, [before, content]))),
      )
      const reached = own.filter(({ channel }) => differs.has(channel))
      const same = channelsOf(all).filter((channel) => !differs.has(channel))
      return { occurrenceId, reached, same }
    })
    const reached = edited.flatMap((one) => one.reached)
    if (reached.length === 0) {
      throw new AppError('conflict', 'Members would see the same as before. Change its words.')
    }
    refuseWhereNone(ctx, reached, before)
    const audiences = editable.flatMap(({ channel: kind, groupId, title }) => {
      const channel = ctx.channels.get(kind)
      return channel ? [{ channel, groupId, title }] : []
    })
    const found = checkContent(content, files, audiences)
    if (found.length > 0) throw problems(found)
    // What some groups say already, because others refused an earlier edit: all of it is one message again.
    const alike = [...standing].find(
      ([one, body]) => one !== contentId && isSameContent(body, content),
    )
    const says = alike?.[0] ?? (await saveContent(ctx, tx, ctx.user.id, content, before))
    for (const { occurrenceId, same, ...one } of edited) {
      // Retries through all channels send it.
      await replaceForRetries(tx, ctx.clock.now(), { occurrenceId, contentId, says, same })
      if (one.reached.length === 0) continue
      const what = { kind: 'edit', contentId, says, channels: channelsOf(one.reached) } as const
      await decide(ctx, tx, occurrenceId, { ...what, ...total(one.reached) })
    }
    return readChanged(ctx, tx, id)
  })
}

type EditSent = {
  content: Content
  contentId?: string | undefined
  others?: readonly string[] | undefined
}

/** Throws `conflict` in words unless some of these copies can be edited. */
function refuseWhereNone(ctx: UserContext, copies: readonly SentCopies[], content: Content): void {
  const can = copies.map((copy) => editableOf(ctx, copy, content))
  if (sum(can) === 0) throw new AppError('conflict', reasonsOf(can).join(' '))
}

/** Whether an edit from one content to another changes anything in these copies. */
const isAffected = (
  { channel, unsettled }: SentCopies,
  run: Run | null,
  [before, content]: readonly [Content, Content],
): boolean =>
  unsettled > 0 || writtenFor(before, run, channel) !== writtenFor(content, run, channel)

/** Deletes all copies of an occurrence from its groups, and those of `others`, runs of the same message. */
export function deleteSent(
  ctx: UserContext,
  id: string,
  { others = [] }: { others?: readonly string[] | undefined } = {},
): Promise<Occurrence> {
  return ctx.transaction(async (tx) => {
    const runs = await lockSentCopies(ctx, tx, [id, ...others])
    const can = runs.flatMap(({ sentCopies }) => sentCopies.map((one) => deletableOf(ctx, one)))
    if (sum(can) === 0) throw new AppError('conflict', reasonsOf(can).join(' '))
    const what = { kind: 'delete', contentId: null, says: null, channels: null } as const
    for (const { id: occurrenceId, sentCopies } of runs) {
      if (sentCopies.length > 0)
        await decide(ctx, tx, occurrenceId, { ...what, ...total(sentCopies) })
    }
    return readChanged(ctx, tx, id)
  })
}

const idsOf = (copies: readonly SentCopies[]) => [
  ...new Set(copies.map(({ contentId }) => contentId)),
]

const channelsOf = (editable: readonly SentCopies[]) => [
  ...new Set(editable.map(({ channel }) => channel)),
]

async function decide(
  ctx: UserContext,
  tx: Tx,
  occurrenceId: string,
  { count, ...what }: Omit<SentChangeRequest, 'occurrenceId' | 'changeId'> & { count: number },
): Promise<void> {
  const [changeId, at] = [ctx.ids.next(), ctx.clock.now()]
  await insertSentChange(tx, {
    ...what,
    id: changeId,
    occurrenceId,
    at,
    total: count,
    askedAt: null,
  })
  await tx.enqueue('sending.changeSent', { ...what, occurrenceId, changeId })
}

async function readChanged(ctx: UserContext, tx: Tx, occurrenceId: string): Promise<Occurrence> {
  const occurrence = await readOccurrence({ ...ctx, db: tx.db }, occurrenceId)
  const { source, sourceId, userId } = occurrence
  await tx.publish({ kind: `${source}.updated`, userId, id: sourceId, rev: 0 })
  return presentOccurrence(occurrence)
}

/**
 * Asks each delivery for what a person decided about all of them, in slices, so that nobody waits for thousands. A
 * job that was killed begins again: what was asked is not asked twice.
 */
export async function askAll(ctx: Context, asked: SentChangeRequest): Promise<void> {
  const now = ctx.clock.now()
  let from: string | undefined = NOBODY
  while (from) {
    const slice: { after: string; most: number } = { after: from, most: SLICE }
    from = await ctx.transaction((tx) =>
      createFollowUpSlice(tx, now, asked, { ...slice, reasons: REASONS }),
    )
  }
  // A retry or another change may have come meanwhile: what it has taken is not waited for.
  await ctx.transaction(async (tx) => {
    await setAskedAt(tx, asked.changeId, now)
    await settleChanges(tx, asked.occurrenceId, await countByChange(tx, asked.occurrenceId))
  })
}

/** After this time its job counts as lost, for example because the database was away during all its tries. */
const ASKED_WITHIN_MS = minutes(5)

/** Continues edits and deletions whose job was lost; those that fail now are tried again later. */
export async function continueInterrupted(ctx: Context): Promise<void> {
  for (const { id, ...change } of await findInterrupted(
    ctx,
    after(ctx.clock.now(), -ASKED_WITHIN_MS),
  )) {
    await askAll(ctx, { ...change, changeId: id }).catch((error: Error) =>
      ctx.log.warn(
        { change: id, reason: error.message },
        'An edit or deletion of sent messages is stuck.',
      ),
    )
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the copies of occurrences of one source, the requested one first, and locks the source, so that no delivery
 * is retried until the transaction ends. Throws `conflict` if they cannot be changed now.
 */
async function lockSentCopies(ctx: UserContext, tx: Tx, [id, ...others]: [string, ...string[]]) {
  const own = { ...ctx, db: tx.db }
  const { source, sourceId } = await readOccurrence(own, id)
  await ctx.lockSource(tx, { source, sourceId })
  const runs = []
  for (const runId of new Set([id, ...others])) {
    const occurrence = await readOccurrence(own, runId)
    if (occurrence.source !== source || occurrence.sourceId !== sourceId) {
      throw invalid('others', 'This is a run of another message.')
    }
    const blocked = blockedBy(occurrence)
    if (blocked) throw new AppError('conflict', blocked)
    const sentCopies = await readSentCopies(tx, runId, windowsOf(ctx))
    runs.push({ id: runId, run: occurrence.run, sentCopies })
  }
  if (runs.every(({ sentCopies }) => sentCopies.length === 0)) {
    throw new AppError('conflict', 'Nothing of this run stands in a group.')
  }
  return runs
}
