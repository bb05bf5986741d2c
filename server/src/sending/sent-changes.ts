import { channelFacts } from '@carillon/contract/channels'
import type { Content } from '@carillon/contract/content/content'
import { networkOf, ownOf } from '@carillon/contract/content/resolve'
import type { Occurrence, SentContents } from '@carillon/contract/deliveries'
import type { Channel } from '../channels/port.ts'
import { readContents, readFilesOf, saveContent } from '../content/actions.ts'
import { checkContent } from '../content/rules.ts'
import {
  askSlice,
  countAsked,
  readStanding,
  sayLater,
  type Asked,
  type Standing,
} from '../deliveries/actions.ts'
import { groupObstacle } from '../deliveries/rules.ts'
import {
  insertSentChange,
  readOccurrence,
  settleChanges,
  type ShownOccurrence,
} from '../occurrences/actions.ts'
import { presentOccurrence } from '../occurrences/present.ts'
import { after, fromEpoch } from '../platform/clock.ts'
import type { Context, Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, problems } from '../platform/errors.ts'
import { windowWords } from './follow-up.ts'
import { changesAnything, checkSame, saidOf } from './sent-words.ts'

declare module '../platform/jobs/jobs.ts' {
  interface JobData {
    /** A person decided about all that an occurrence has sent: its deliveries are still to be asked. */
    'sending.changeSent': Asked
  }
}

/** Deliveries asked in one transaction: some hundredths of a second. */
const SLICE = 500

/** What an occurrence has sent, and in how many of its groups it can be edited or deleted now. */
export async function readSent(ctx: UserContext, id: string): Promise<SentContents> {
  const occurrence = await readOccurrence(ctx, id)
  const standing = await readStanding(ctx, id, windowsOf(ctx))
  const contents = await readContents(ctx, [...new Set(standing.map(({ contentId }) => contentId))])
  const blocked = blockedBy(occurrence)
  const deletable = standing.map((one) => deletableOf(ctx, one))
  return {
    contents: [...Map.groupBy(standing, ({ contentId }) => contentId)].flatMap(
      ([contentId, all]) => {
        const content = contents.get(contentId)
        if (!content) return []
        const can = all.map((one) => editableOf(ctx, one, content))
        const channels = [...new Set(all.map(({ channel }) => channel))]
        const told = { ...total(all), editable: sum(can), reasons: reasonsOf(can) }
        return [{ contentId, content: saidOf(content, occurrence.run), channels, ...told }]
      },
    ),
    ...total(standing),
    deletable: sum(deletable),
    reasons: reasonsOf(deletable),
    ...(blocked ? { blocked } : {}),
    changes: presentOccurrence(occurrence).changes,
  }
}

/** Has all that an occurrence sent say something else: it keeps its kind and its files. */
export function editSent(
  ctx: UserContext,
  id: string,
  { content, contentId: asked }: { content: Content; contentId?: string | undefined },
): Promise<Occurrence> {
  return ctx.transaction(async (tx) => {
    const { standing, run } = await standingOf(ctx, tx, id)
    const ids = [...new Set(standing.map(({ contentId }) => contentId))]
    if (!asked && ids.length > 1) {
      throw invalid('contentId', 'Several messages were sent. Say which of them is edited.')
    }
    const contentId = asked ?? ids[0]!
    const before = (await readContents(tx, [contentId])).get(contentId)
    if (!before || !ids.includes(contentId)) {
      throw invalid('contentId', 'This was not sent, or all of it is deleted.')
    }
    const all = standing.filter((one) => one.contentId === contentId)
    const can = all.map((one) => editableOf(ctx, one, before))
    if (sum(can) === 0) throw new AppError('conflict', reasonsOf(can).join(' '))
    // Where a network lets nobody edit it nothing is tried.
    const own = all.filter((one) => !fixedOf(ctx, one, before))
    const channels = [...new Set(own.map(({ channel }) => channel))]
    checkSame(before, content, channels)
    if (!changesAnything(before, content, run, own)) {
      throw new AppError('conflict', 'Members would see the same as before. Change its words.')
    }
    const files = await readFilesOf(tx, ctx.user.id, [content])
    const audiences = own.flatMap(({ channel: kind, groupId, title }) => {
      const channel = ctx.channels.get(kind)
      return channel ? [{ channel, groupId, title }] : []
    })
    const found = checkContent(content, files, audiences)
    if (found.length > 0) throw problems(found)
    const says = await saveContent(ctx, tx, ctx.user.id, content)
    // Retries of all channels say it.
    await sayLater(tx, ctx.clock.now(), { occurrenceId: id, contentId, says })
    return decide(ctx, tx, id, { kind: 'edit', contentId, says, channels, ...total(own) })
  })
}

/** Has all that an occurrence sent deleted from its groups. */
export function deleteSent(ctx: UserContext, id: string): Promise<Occurrence> {
  return ctx.transaction(async (tx) => {
    const { standing } = await standingOf(ctx, tx, id)
    const can = standing.map((one) => deletableOf(ctx, one))
    if (sum(can) === 0) throw new AppError('conflict', reasonsOf(can).join(' '))
    const all = { contentId: null, says: null, channels: null }
    return decide(ctx, tx, id, { kind: 'delete', ...all, ...total(standing) })
  })
}

async function decide(
  ctx: UserContext,
  tx: Tx,
  occurrenceId: string,
  { count, ...what }: Omit<Asked, 'occurrenceId' | 'changeId'> & { count: number },
): Promise<Occurrence> {
  const [changeId, at] = [ctx.ids.next(), ctx.clock.now()]
  await insertSentChange(tx, { id: changeId, occurrenceId, kind: what.kind, at, total: count })
  await tx.enqueue('sending.changeSent', { ...what, occurrenceId, changeId })
  const occurrence = await readOccurrence({ ...ctx, db: tx.db }, occurrenceId)
  const { source, sourceId, userId } = occurrence
  await tx.publish({ kind: `${source}.updated`, userId, id: sourceId, rev: 0 })
  return presentOccurrence(occurrence)
}

/**
 * Asks each delivery for what a person decided about all of them, in slices, so that nobody waits for thousands. A
 * job that was killed begins again: what was asked is not asked twice.
 */
export async function askAll(ctx: Context, asked: Asked): Promise<void> {
  const now = ctx.clock.now()
  let from: string | undefined = NOBODY
  while (from) {
    const slice: { after: string; most: number } = { after: from, most: SLICE }
    from = await ctx.transaction((tx) => askSlice(tx, now, asked, { ...slice, reasons: REASONS }))
  }
  // A retry or another change may have come meanwhile: what it has taken is not waited for.
  await ctx.transaction(async (tx) =>
    settleChanges(tx, asked.occurrenceId, await countAsked(tx, asked.occurrenceId)),
  )
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
const REASONS = {
  unknown: 'The network did not say which message it is.',
  unconfirmed: 'It may stand there, and the network did not say which message it is.',
}

/**
 * What stands in the groups of an occurrence that may be changed now; throws `conflict` in words. Nobody retries any
 * of it until the transaction ends.
 */
async function standingOf(ctx: UserContext, tx: Tx, id: string) {
  const own = { ...ctx, db: tx.db }
  const { source, sourceId, run } = await readOccurrence(own, id)
  await ctx.holdSource(tx, { source, sourceId })
  const blocked = blockedBy(await readOccurrence(own, id))
  if (blocked) throw new AppError('conflict', blocked)
  const standing = await readStanding(tx, id, windowsOf(ctx))
  if (standing.length === 0) {
    throw new AppError('conflict', 'Nothing of this run stands in a group.')
  }
  return { standing, run }
}

/** Why nothing of an occurrence can be changed now, in words. */
function blockedBy({ finishedAt, changes }: ShownOccurrence): string | undefined {
  if (!finishedAt) return 'It is still being sent. Wait until it has ended, or stop it first.'
  const going = changes.some(
    ({ kind, total: all, done, failed }) => kind === 'delete' && done + failed < all,
  )
  return going ? 'It is being deleted.' : undefined
}

/** How many of some can be changed, and why the others cannot, in words. */
type Can = { count: number; reasons: string[] }

function editableOf(ctx: Context, one: Standing, content: Content): Can {
  const fixed = fixedOf(ctx, one, content)
  if (fixed) return { count: 0, reasons: [fixed] }
  return within(one, one.tooOldToEdit, ctx.channels.get(one.channel)?.followUps, 'edit')
}

/** Why nobody can edit a content on a channel, in words. */
function fixedOf(ctx: Context, { channel }: Standing, content: Content): string | undefined {
  const followUps = ctx.channels.get(channel)?.followUps
  return followUps?.edit
    ? followUps.fixed?.(ownOf(content, networkOf(channelFacts[channel])))
    : 'This network lets programs edit no messages.'
}

function deletableOf(ctx: Context, one: Standing): Can {
  const followUps = ctx.channels.get(one.channel)?.followUps
  return followUps?.delete
    ? within(one, one.tooOldToDelete, followUps, 'delete')
    : { count: 0, reasons: ['This network lets programs delete no messages.'] }
}

function within(
  { count, unknown, closed }: Standing,
  tooOld: number,
  followUps: Channel['followUps'],
  kind: 'edit' | 'delete',
): Can {
  if (closed !== null) return { count: 0, reasons: [groupObstacle(closed)!] }
  const tried = followUps?.admins?.includes(kind) === true
  const words = windowWords(kind, followUps?.windowMs[kind] ?? Infinity)
  return {
    count: count - unknown - (tried ? 0 : tooOld),
    reasons: [
      ...(unknown > 0 ? [REASONS.unknown] : []),
      ...(tooOld > 0 ? [tried ? `${words} Later they must be admins of the group.` : words] : []),
    ],
  }
}

const windowsOf = ({ channels, clock }: Context) =>
  [...channels].map(([channel, { followUps }]) => {
    const until = (windowMs = Infinity) =>
      windowMs === Infinity ? fromEpoch(0) : after(clock.now(), -windowMs)
    const { edit, delete: remove } = followUps?.windowMs ?? {}
    return { channel, edit: until(edit), delete: until(remove) }
  })

const total = (all: readonly Standing[]) => ({ count: sum(all) })
const sum = (all: readonly { count: number }[]) => all.reduce((n, { count }) => n + count, 0)
const reasonsOf = (all: readonly Can[]) => [...new Set(all.flatMap(({ reasons }) => reasons))]
