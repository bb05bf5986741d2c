import type { ParsedOf } from '@carillon/contract/endpoint'
import type { createGroupSet, GroupSet, updateGroupSet } from '@carillon/contract/group-sets'
import type { GroupsMerged } from '../groups/port.ts'
import type { Reading, Tx, UserContext } from '../platform/context.ts'
import { AppError, invalid, notFound } from '../platform/errors.ts'
import { lockUser, requireUnderServerLimit } from '../tiers/actions.ts'
import * as store from './store.ts'

export const listSets = (ctx: UserContext) => present(ctx, ctx.user.id)

/** Saves groups under a name; throws `limit_reached` at the limit, and `invalid` for a name that is taken. */
export function createSet(
  ctx: UserContext,
  { name, groupIds }: ParsedOf<typeof createGroupSet>['body'],
): Promise<GroupSet> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    await requireUnderServerLimit(ctx, tx, userId, 'groupSets', {
      count: () => store.count(tx, userId),
      words: (most) => `You have ${most} sets, the most this server allows. Delete one first.`,
    })
    const row = {
      id: ctx.ids.next(),
      userId,
      name,
      groupIds: await requireGroups(tx, userId, groupIds),
    }
    const inserted = await store.insert(tx, { ...row, at: ctx.clock.now() })
    if (!inserted) throw isTaken(name)
    return presentSet(tx, inserted)
  })
}

/** Renames a set, or replaces its groups; a stale revision answers `conflict` with the present state. */
export function changeSet(
  ctx: UserContext,
  id: string,
  { rev, name, groupIds }: ParsedOf<typeof updateGroupSet>['body'],
): Promise<GroupSet> {
  const userId = ctx.user.id
  return ctx.transaction(async (tx) => {
    // Two that take the same name at once come one after the other.
    await lockUser(tx, userId)
    const set = await lockSet(tx, id, userId)
    if (set.rev !== rev) {
      throw new AppError('conflict', 'This set was changed meanwhile. Look at it again.', {
        current: await presentSet(tx, set),
      })
    }
    const changed = {
      ...set,
      name: name ?? set.name,
      groupIds: groupIds ? await requireGroups(tx, userId, groupIds) : set.groupIds,
    }
    if (await store.isNamed(tx, changed)) throw isTaken(changed.name)
    return presentSet(tx, await store.update(tx, ctx.clock.now(), changed))
  })
}

export function deleteSet(ctx: UserContext, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await lockSet(tx, id, ctx.user.id)
    await store.remove(tx, id)
  })
}

/** Two groups turned out to be one chat: sets name the one that stays. */
export const mergeMembers: GroupsMerged = (_ctx, tx, merged) => store.replaceGroup(tx, merged)

/** What a person's export has of their sets; the rows go with the person's. */
export const groupSetData = {
  name: 'groupSets',
  async *export(ctx: Reading, userId: string) {
    yield await present(ctx, userId)
  },
}

async function lockSet(tx: Tx, id: string, userId: string): Promise<store.GroupSetRow> {
  const set = await store.lock(tx, id, userId)
  if (!set) throw notFound('set')
  return set
}

/** The groups that a set may name, each once; throws `invalid` for others. */
async function requireGroups(
  tx: Tx,
  userId: string,
  groupIds: readonly string[],
): Promise<string[]> {
  const members = await store.members(tx, userId, groupIds)
  const ids = new Set(members.flatMap(({ id, removed }) => (removed ? [] : [id])))
  if (groupIds.some((id) => !ids.has(id))) {
    throw invalid('groupIds', 'One of these groups is not there any more. Choose again.')
  }
  return [...ids]
}

const isTaken = (name: string) => invalid('name', `You have a set called “${name}” already.`)

const presentSet = async (ctx: Reading, set: store.GroupSetRow) =>
  groupSetOf(set, await membersOf(ctx, [set]))

async function present(ctx: Reading, userId: string): Promise<GroupSet[]> {
  const sets = await store.list(ctx, userId)
  const members = await membersOf(ctx, sets)
  return sets.map((set) => groupSetOf(set, members))
}

async function membersOf(ctx: Reading, sets: readonly store.GroupSetRow[]) {
  const ids = new Set(sets.flatMap(({ groupIds }) => groupIds))
  if (!sets[0] || ids.size === 0) return new Map<string, store.Member>()
  const members = await store.members(ctx, sets[0].userId, [...ids])
  return new Map(members.map((member) => [member.id, member]))
}

function groupSetOf(
  { id, rev, name, groupIds, createdAt, updatedAt }: store.GroupSetRow,
  members: ReadonlyMap<string, store.Member>,
): GroupSet {
  const all = groupIds.flatMap((groupId) => members.get(groupId) ?? [])
  return {
    id,
    rev,
    name,
    groupIds: all.filter(({ removed }) => !removed).map((member) => member.id),
    gone: all.filter(({ removed }) => removed).map(({ title }) => title),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
