import { hash } from 'node:crypto'
import { channelFacts, networkOf } from '@carillon/contract/channels'
import type { Content, OwnContent } from '@carillon/contract/content/content'
import { ownOf } from '@carillon/contract/content/resolve'
import { readContents, readFilesOf } from '../content/actions.ts'
import { checkContent, mediaOf, type Files } from '../content/rules.ts'
import { MEDIA_NAMES } from '../channels/rules.ts'
import type { Post } from '../planning/port.ts'
import { slotOf } from '../planning/rules.ts'
import { notifyUpcomingProblem } from '../planning/actions.ts'
import { after, minutes } from '../platform/clock.ts'
import type { Context, Reading, Tx } from '../platform/context.ts'
import { reasonOf } from '../platform/errors.ts'
import { repeat, type Repeated } from '../platform/repeated.ts'
import { requestEarlyUploads } from '../sending/actions.ts'
import { originalTime } from '../schedule/rules.ts'
import { laneState } from '../sending/rules.ts'
import { checkReachable } from './checks.ts'
import * as store from './pre-check-store.ts'

/** How long before its slot a run is checked: enough time to fix the rights of a bot. */
const AHEAD_MS = minutes(10)

/** How often to search for runs to check. */
const EVERY_MS = minutes(1)

/** Most runs claimed together, and most in one round: the others wait for the next minute. */
const SLICE = 200
const ROUND_MAX = 2_000

/** Checks coming runs every minute. Several processes may do this at the same time. */
export const startPreChecks = (ctx: Context): Repeated =>
  repeat(ctx, {
    everyMs: EVERY_MS,
    work: (stop) => checkUpcoming(ctx, stop),
    failed: 'Coming runs could not be checked.',
  })

/**
 * Checks every run of the next ten minutes once, users in turn. If a group cannot get it, its user is notified now
 * and not only at the slot. The same problem is not reported again before each slot.
 */
export async function checkUpcoming(ctx: Context, stop?: AbortSignal): Promise<void> {
  for (let looked = 0; looked < ROUND_MAX; looked += SLICE) {
    const now = ctx.clock.now()
    const taken = await store.claimUpcoming(ctx, {
      now,
      until: after(now, AHEAD_MS),
      // A series that runs more often gets no warning before a run, only the notification of its result.
      lately: after(now, -AHEAD_MS),
      most: SLICE,
    })
    for (const one of taken) {
      if (stop?.aborted) return
      try {
        await checkRun(ctx, one)
      } catch (error) {
        // The run is planned and sent anyway.
        const { scheduleId } = one
        ctx.log.warn({ scheduleId, reason: reasonOf(error) }, 'A coming run could not be checked.')
      }
    }
    // Fewer than a slice may be left out because they are locked.
    if (taken.length === 0) return
  }
}

async function checkRun(ctx: Context, one: store.UpcomingRun): Promise<void> {
  const { scheduleId, userId, source, sourceId, spec, slotAt } = one
  await ctx.transaction(async (tx) => {
    const originalAt = originalTime(slotOf(spec, slotAt))
    const due = { sourceId, occurrenceId: ctx.ids.next(), slotAt, originalAt, late: [] }
    const answer = (await ctx.sources[source]?.prepare(ctx, tx, [due]))?.get(sourceId)
    if (answer?.kind !== 'send') return
    const contents = await readPlannedContent(tx, userId, answer.posts)
    const impossible = await findImpossible(ctx, tx, userId, contents)
    await requestEarlyUploads(tx, filesToBring(ctx, contents, slotAt, impossible))
    const problems = impossible.map(({ groupId, why }) => `${groupId} ${why}`).join('\n')
    const isNew = await store.noteReported(
      tx,
      scheduleId,
      problems === '' ? null : hash('sha256', problems),
    )
    const [first] = impossible
    if (!isNew || !first) return
    await notifyUpcomingProblem(
      ctx,
      tx,
      { source, sourceId, userId },
      {
        slotAt,
        why: first.why,
        missing: new Set(impossible.map(({ groupId }) => groupId)).size,
        groups: new Set(answer.posts.map(({ groupId }) => groupId)).size,
      },
    )
  })
}

/** A group that will not get its message, and the reason in words. */
type Impossible = { groupId: string; why: string }

/** The posts of a run, with their groups and contents. */
type PlannedContent = {
  posts: readonly Post[]
  groups: Map<string, store.CheckedGroup>
  contents: Map<string, Content>
}

async function readPlannedContent(
  tx: Tx,
  userId: string,
  posts: readonly Post[],
): Promise<PlannedContent> {
  const ids = [...new Set(posts.map(({ groupId }) => groupId))]
  const groups = await store.readCheckedGroups(tx, userId, ids)
  const contents = await readContents(tx, [
    ...new Set(posts.flatMap(({ contentIds }) => contentIds)),
  ])
  return { posts, groups, contents }
}

/** The files of the posts that can be sent, once for each account whose network accepts files before their message. */
function filesToBring(
  ctx: Context,
  { posts, groups, contents }: PlannedContent,
  slotAt: Date,
  impossible: readonly Impossible[],
) {
  const without = new Set(impossible.map(({ groupId }) => groupId))
  const files = posts.flatMap(({ groupId, contentIds }) => {
    const group = groups.get(groupId)
    if (!group || group.status === 'muted' || without.has(groupId)) return []
    const { accountId, channel } = group
    if (!ctx.channels.get(channel)?.media?.upload) return []
    return contentIds
      .flatMap((id) => contents.get(id) ?? [])
      .flatMap((content) => mediaOf(ownOf(content, networkOf(channelFacts[channel]))))
      .map(({ mediaId }) => ({ accountId, mediaId, slotAt }))
  })
  return [...new Map(files.map((one) => [`${one.accountId} ${one.mediaId}`, one])).values()]
}

async function findImpossible(
  ctx: Context,
  tx: Tx,
  userId: string,
  { posts, groups, contents }: PlannedContent,
): Promise<Impossible[]> {
  const refused = await refusals(ctx, tx, userId, { contents, groups })
  return posts.flatMap((post): Impossible[] => {
    const { groupId } = post
    const group = groups.get(groupId)
    // A muted group is no problem: its user wants that.
    if (!group || group.status === 'muted') return []
    const why =
      groupProblem(ctx, group) ??
      topicClosed(group, post) ??
      post.contentIds
        .map((id) => refused.get(`${id} ${group.channel}`) ?? kindRefused(group, contents.get(id)))
        .find((words) => words !== undefined)
    return why === undefined ? [] : [{ groupId, why }]
  })
}

/** Why a network refuses a content, by the id of the content and the channel. */
async function refusals(
  ctx: Context,
  reading: Reading,
  userId: string,
  given: Pick<PlannedContent, 'contents' | 'groups'>,
): Promise<Map<string, string>> {
  const { contents, groups } = given
  const files: Files = await readFilesOf(reading, userId, [...contents.values()])
  const found = new Map<string, string>()
  for (const [kind, some] of Map.groupBy(groups.values(), ({ channel }) => channel)) {
    const channel = ctx.channels.get(kind)
    if (!channel) continue
    const { id: groupId, title } = some.reduce((a, b) => (b.title.length > a.title.length ? b : a))
    for (const [id, content] of contents) {
      const [problem] = checkContent(content, files, [{ channel, groupId, title }])
      if (problem) found.set(`${id} ${kind}`, problem.message)
    }
  }
  return found
}

/** Why nothing at all can be sent to a group. */
function groupProblem(ctx: Context, group: store.CheckedGroup): string | undefined {
  const [gone] = checkReachable(group)
  if (gone) return gone.message
  const name = `“${group.title}”`
  if (group.status === 'limited') return `${name}: ${group.reason ?? 'We may not write there.'}`
  const channel = ctx.channels.get(group.channel)
  const state = channel && laneState({ ...group.account, pausedUntil: null }, channel.capabilities)
  return state?.kind === 'failed' ? `${name}: ${state.reason}` : undefined
}

function topicClosed({ title, topics }: store.CheckedGroup, { topicId }: Post): string | undefined {
  const topic = topics.find(({ id }) => id === topicId)
  return topic?.closed ? `“${title}”: the topic “${topic.name}” is closed.` : undefined
}

function kindRefused(group: store.CheckedGroup, content: Content | undefined): string | undefined {
  if (!content) return undefined
  const own: OwnContent = ownOf(content, networkOf(channelFacts[group.channel]))
  const kinds =
    own.kind === 'poll' ? ['poll' as const] : mediaOf(own).flatMap(({ kind }) => kind ?? [])
  const kind = kinds.find((one) => group.refuses.includes(one))
  if (!kind) return undefined
  return `“${group.title}” takes no ${kind === 'poll' ? 'poll' : MEDIA_NAMES[kind]} from us any more.`
}
