import type { FieldProblem } from '@carillon/contract/errors'
import type { Channel } from '../channels/port.ts'
import type { Audience } from '../content/rules.ts'
import type { Context, Tx } from '../platform/context.ts'
import { isUuid } from '../platform/ids.ts'
import { readGroups, type ChosenGroup, type Target } from './targets-store.ts'

/** Something that is wrong with a field of an editor. */
export const problem = (path: string, message: string): FieldProblem => ({ path, message })

/**
 * Reads the groups and topics that an editor sent. Returns the targets, the groups, and the problems with them. Groups
 * of the user that were removed since the editor was opened are left out.
 */
export async function chooseTargets(
  tx: Tx,
  userId: string,
  input: { groupIds: readonly string[]; topics?: Record<string, string[]> | undefined },
): Promise<{ targets: Target[]; groups: ChosenGroup[]; found: FieldProblem[] }> {
  const named = [...new Set(input.groupIds)]
  const mine = await readGroups(tx, userId, named.filter(isUuid))
  const removed = new Set(mine.flatMap(({ id, status }) => (status === 'removed' ? [id] : [])))
  const groups = mine.filter(({ id }) => !removed.has(id))
  const byId = new Map(groups.map((group) => [group.id, group]))
  const targets = named
    .filter((id) => !removed.has(id))
    .map((groupId) => ({ groupId, topics: input.topics?.[groupId] ?? [] }))
  const unknown = targets.filter(({ groupId }) => !byId.has(groupId)).length
  const found = targets.flatMap((target) => checkTopics(byId.get(target.groupId), target))
  return { targets, groups, found: [...checkKnown(unknown), ...found] }
}

/** One problem for all unknown groups: there may be thousands. */
function checkKnown(unknown: number): FieldProblem[] {
  if (unknown === 0) return []
  const words =
    unknown === 1
      ? 'This group does not exist.'
      : `${unknown.toLocaleString('en')} of these groups do not exist.`
  return [problem('groupIds', words)]
}

function checkTopics(group: ChosenGroup | undefined, { groupId, topics }: Target): FieldProblem[] {
  if (!group) return []
  const known = new Set(group.topics.map((topic) => topic.id))
  return topics.every((topic) => known.has(topic))
    ? []
    : [problem(`topics.${groupId}`, `“${group.title}” has no such topic.`)]
}

/** Why nothing can be sent to a group, as a problem of its field. */
export function checkReachable({ status, title, reason }: ChosenGroup): FieldProblem[] {
  const why = reason ? ` ${reason}` : ''
  if (status === 'lost') {
    return [problem('groupIds', `“${title}” cannot be reached any more.${why}`)]
  }
  if (status === 'disconnected') return [problem('groupIds', `“${title}” is not connected.${why}`)]
  if (status === 'suspended') {
    return [problem('groupIds', `“${title}” is above the limit of your plan.`)]
  }
  return []
}

/** One audience for each channel of these groups, with the longest group name: the worst case for the text length. */
export function audiencesOf(ctx: Context, groups: readonly ChosenGroup[]): Audience[] {
  return channelsOf(ctx, groups).map((channel) => {
    const own = groups.filter((group) => group.channel === channel.kind)
    const { id, title } = own.reduce((a, b) => (b.title.length > a.title.length ? b : a))
    return { channel, groupId: id, title }
  })
}

/** The channels of these groups, each once. */
const channelsOf = (ctx: Context, groups: readonly ChosenGroup[]): Channel[] =>
  [...new Set(groups.map(({ channel }) => channel))].flatMap((kind) => ctx.channels.get(kind) ?? [])
