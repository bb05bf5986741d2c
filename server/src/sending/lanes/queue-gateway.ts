import type { Content } from '@carillon/contract/content/content'
import type { Resolved } from '@carillon/contract/content/resolve'
import { messagesOf } from '@carillon/contract/content/text-after'
import type { Capabilities } from '../../channels/port/sending.ts'
import { readContents } from '../../content/actions.ts'
import { contentFor, countOf } from '../../content/rules.ts'
import type { Context } from '../../platform/context.ts'
import * as actions from '../actions.ts'
import type { Answered } from '../actions.ts'
import { checkAllowances, keepWithin } from '../allowances.ts'
import { batched } from './batched-calls.ts'
import type { RollUp } from './roll-up.ts'
import { closeAttempts, openAttempts, type Closing } from '../attempts/attempts-store.ts'
import { delayOrSkip } from '../group-rules/actions.ts'
import { checkGroupRules } from '../group-rules/check.ts'
import { failLost, holdOrFail } from '../lost-account.ts'
import { recoverOwn } from '../recovery.ts'
import type { KeptBack } from '../fenced-transaction.ts'
import * as store from '../store.ts'
import { readLanes, findDue } from './lanes-store.ts'
import type { LaneDelivery, LaneRow, LaneQuery } from './lanes-store.ts'
import type { Owner } from '../store.ts'
import type { SkipCode } from '../../occurrences/words.ts'
import type { LaneState } from '../rules.ts'
import type { Changed } from '../../deliveries/port.ts'

/**
 * `content`: what the next attempt sends: everything, or the files, or the text after them. `messages`: how many the
 * network counts. `textAfter`: the text that follows these files.
 */
export type DueDelivery = LaneDelivery & {
  content: Resolved
  messages: number
  textAfter: Resolved | undefined
}

/**
 * The result of a read: deliveries, those whose content is missing, the number of users, and the last user.
 */
export type LaneBatch = {
  due: DueDelivery[]
  unreadable: string[]
  users: number
  lastUser: string
}

/** A deferred delivery: until when and why; `graceMs` is added to its expiry. */
export type Waiting = { id: string; until: Date; reason: string; graceMs: number }

/** The attempt is open; or the delivery may not be sent now; or its group rules changed since it was read. */
export type Opened = 'opened' | 'no' | 'again'

/** What lanes read and write. All lanes of a process share it, and their statements are batched. */
export type QueueGateway = {
  due(look: LaneQuery): Promise<LaneBatch>
  /** The state of the lane of an account; undefined if the account does not exist. */
  lane(accountId: string): Promise<LaneRow | undefined>
  /** Commits the next attempt. */
  open(owner: Owner, delivery: DueDelivery): Promise<Opened>
  close(closing: Closing, delivery: DueDelivery): Promise<void>
  /**
   * Closes an attempt whose outcome concerns more than its delivery, with everything that it changes. Returns
   * whether it did: a refusal of credentials that the account has no more closes nothing.
   */
  conclude(
    owner: Owner,
    delivery: LaneDelivery,
    closing: Closing,
    answered: Answered,
  ): Promise<boolean>
  defer(owner: Owner, waiting: readonly Waiting[]): Promise<void>
  skip(owner: Owner, ids: readonly string[], code: SkipCode, why?: string): Promise<void>
  /** Fails deliveries whose content is missing. */
  failUnreadable(owner: Owner, ids: readonly string[]): Promise<void>
  /** Holds or fails due deliveries, because their account cannot send. */
  holdOrFail(owner: Owner, state: LaneState & { kind: 'held' | 'failed' }): Promise<void>
  /** Settles open attempts of this owner that its lane does not know. */
  recoverOwn(
    owner: Owner,
    guarantee: Capabilities['guarantee'],
    holds: (deliveryId: string) => boolean,
  ): Promise<void>
  /** Ends deliveries that have expired while their account was away. */
  expire(owner: Owner): Promise<void>
}

/** The gateway over the database; it reports changes to the roll-up. */
export function openQueueGateway(
  ctx: Context,
  rollUp: Pick<RollUp, 'note' | 'sent' | 'used'>,
): QueueGateway {
  const note = (changed: readonly Changed[]) => rollUp.note(changed)
  const read = openReader(ctx)
  const open = batched(async (asked: Asked[]) => {
    const owners = new Map(asked.map(({ owner }) => [`${owner.id} ${owner.epoch}`, owner]))
    const all = asked.map(({ delivery }) => delivery)
    const obstacles = await checkGroupRules(ctx, all)
    const { changed, again } = await delayOrSkip(ctx, meeting(asked, obstacles))
    note(changed)
    const free = all.filter(({ id }) => !obstacles.has(id))
    // Files are sent only on a day that also has room for the text after them.
    const counting = free.map((one) => ({
      ...one,
      messages: one.messages + (one.textAfter ? 1 : 0),
    }))
    const over = await checkAllowances(ctx, counting)
    note(await keepWithin(ctx, meeting(asked, over)))
    const rows = free.filter(({ id }) => !over.has(id))
    const { opened, changed: edited } =
      rows.length === 0
        ? { opened: new Set(), changed: new Set() }
        : await openAttempts(ctx, ctx.clock.now(), [...owners.values()], rows)
    return all.map(({ id }): Opened =>
      opened.has(id) ? 'opened' : again.has(id) || edited.has(id) ? 'again' : 'no',
    )
  })
  const close = batched(async (given: { closing: Closing; delivery: DueDelivery }[]) => {
    const closings = given.map(({ closing }) => closing)
    const { closed, changed } = await closeAttempts(ctx, ctx.clock.now(), closings)
    note(changed)
    const sent = given.filter(({ closing: { id, status } }) => status === 'sent' && closed.has(id))
    for (const { delivery } of given) {
      if (ctx.channels.get(delivery.channel)?.allowance) rollUp.used(delivery.accountId)
    }
    rollUp.sent(
      sent.map(({ delivery: { groupId, content } }) => ({
        groupId,
        isText: content.kind === 'text',
      })),
    )
    return given.map(() => undefined)
  })
  const lane = batched(async (accountIds: string[]) => {
    const rows = await readLanes(ctx, ctx.clock.now(), accountIds)
    const byId = new Map(rows.map((row) => [row.accountId, row]))
    return accountIds.map((id) => byId.get(id))
  })

  return {
    due: batched(async (looks: LaneQuery[]) => {
      const turns = await findDue(ctx, ctx.clock.now(), looks)
      const contents = await read(turns.flatMap(({ due }) => due?.contentId ?? []))
      const byLane = Map.groupBy(turns, ({ accountId }) => accountId)
      return looks.map(({ accountId }) => {
        const lane = byLane.get(accountId) ?? []
        const userIds = new Set(lane.map(({ userId }) => userId))
        const all = lane.flatMap(({ due }) => due ?? [])
        return {
          due: all.flatMap((due) => {
            const content = contents.get(due.contentId)
            if (!content) return []
            const [first, text] = messagesOf(contentFor(content, due))
            const nextContent = (due.receipt && text) || first
            const textAfter = due.receipt ? undefined : text
            return [{ ...due, content: nextContent, messages: countOf(nextContent), textAfter }]
          }),
          unreadable: all.flatMap(({ id, contentId }) => (contents.has(contentId) ? [] : [id])),
          users: userIds.size,
          lastUser: [...userIds].at(-1) ?? '',
        }
      })
    }),
    lane,
    open: (owner, delivery) => open({ owner, delivery }),
    close: (closing, delivery) => close({ closing, delivery }),
    async conclude(owner, delivery, closing, answered) {
      const changed = await actions.conclude(ctx, owner, delivery, closing, answered)
      if (!changed) return false
      note(changed)
      const { outcome } = answered
      if (outcome.kind === 'accountLost') await failLost(ctx, owner, outcome, note)
      return true
    },
    defer: (owner, waiting) => store.defer(ctx, ctx.clock.now(), owner, waiting),
    skip: async (...given) => note(await actions.skip(ctx, ...given)),
    failUnreadable: async (...given) => note(await actions.failUnreadable(ctx, ...given)),
    holdOrFail: (owner, state) => holdOrFail(ctx, owner, state, note),
    recoverOwn: async (...given) => note(await recoverOwn(ctx, ...given)),
    expire: async (owner) => note(await actions.expire(ctx, owner)),
  }
}

type Asked = { owner: Owner; delivery: DueDelivery }

/** The deliveries that have an obstacle, each with it. */
const meeting = <Obstacle>(
  asked: readonly Asked[],
  obstacles: ReadonlyMap<string, Obstacle>,
): KeptBack<Obstacle>[] =>
  asked.flatMap((one) => {
    const obstacle = obstacles.get(one.delivery.id)
    return obstacle ? [{ ...one, obstacle }] : []
  })

/** How many contents are cached: they never change, and a fan-out sends one to thousands of groups. */
const CONTENTS_CACHED_MAX = 500

function openReader(ctx: Context) {
  const cached = new Map<string, Content>()
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, Content>> => {
    const wanted = new Set(ids)
    const missing = [...wanted].filter((id) => !cached.has(id))
    if (missing.length === 0) return cached
    const found = await readContents(ctx, missing)
    const all = new Map([...cached].filter(([id]) => wanted.has(id)).concat([...found]))
    for (const [id, content] of found) cached.set(id, content)
    for (const id of cached.keys()) {
      if (cached.size <= CONTENTS_CACHED_MAX) break
      cached.delete(id)
    }
    return all
  }
}
