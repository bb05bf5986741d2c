import type { ChannelKind } from '@carillon/contract/config'
import type { Pace } from '../../src/channels/port/sending.ts'
import type { Target } from '../../src/planning/port.ts'
import { uuidv7, type Ids, type Random } from '../../src/platform/ids.ts'
import { minutes, seconds } from '../../src/platform/clock.ts'
import { KINDS, type Network } from './network.ts'
import type { Rows, Tables } from './rows.ts'
import type { SourceRow } from './source.ts'
import type { Dice, World } from './world.ts'

/** Randomness and ids that repeat. */
export function means(world: World): { random: Random; ids: Ids } {
  const { dice } = world
  const random = {
    bytes: (count: number) =>
      Buffer.from(Array.from({ length: count }, () => dice.between(0, 255))),
    fraction: () => dice.fraction(),
  }
  const never = () => () => {}
  const now = () => new Date(world.now())
  const clock = { now, wake: never, later: never, steadyMs: () => world.now(), sleptMs: () => 0 }
  return { random, ids: uuidv7(clock, random) }
}

/** How fast the channels of one world are. */
export function drawPaces(dice: Dice): Map<ChannelKind, Pace> {
  return new Map(
    (Object.keys(KINDS) as ChannelKind[]).map((kind) => {
      const perSecond = dice.pick([2, 5, 25])
      const account = { perSecond, burst: dice.pick([1, perSecond, 30]) }
      const chat = { perSecond: 1, burst: dice.pick([1, 3]) }
      return [
        kind,
        { account, chat, groupPerMinute: dice.pick([6, 18]), inFlight: dice.pick([1, 4, 25]) },
      ]
    }),
  )
}

/** Fills the database with people, accounts, groups and what they are about to send, and the network with chats. */
export function settleTown(world: World, ids: Ids, rows: Rows, network: Network) {
  const { dice } = world
  const at = new Date(world.now())
  const dates = { createdAt: at, updatedAt: at }
  // Some towns share one account, so that its users must take turns.
  const shared = dice.chance(0.2)
  const users = Array.from({ length: shared ? 3 : dice.between(1, 3) }, () => `user-${ids.next()}`)

  const accounts = Array.from({ length: shared ? 1 : dice.between(1, 3) }, () => {
    const id = ids.next()
    const channel = dice.pick(Object.keys(KINDS) as ChannelKind[])
    rows.insert('accounts', {
      id,
      channel,
      externalId: id,
      identity: '@bot',
      username: 'bot',
      name: 'Bot',
      traits: {},
      shared: false,
      tokenVersion: 0,
      tokenChangedAt: null,
      credentials: Buffer.from(`${SECRET}:${id}`),
      status: 'connected',
      reason: null,
      since: at,
      owner: null,
      epoch: 0,
      updateOffset: null,
      hookHash: null,
      pausedUntil: null,
      linkedAt: null,
      restrictedUntil: null,
      awayFrom: null,
      awayUntil: null,
      ...dates,
    })
    const calm = { revoked: null, awayUntil: 0, floodUntil: 0, lossyUntil: 0, hangUntil: 0 }
    network.bots.set(id, { id, ...calm })
    return { id, channel }
  })

  const groups = users.flatMap((userId) =>
    Array.from({ length: shared ? 8 : dice.between(1, 5) }, () => {
      const account = dice.pick(accounts)
      const id = ids.next()
      const kind = dice.pick(['group', 'channel'] as const)
      // Some chats are a group of several people.
      const known = [...network.chats.keys()].filter((chat) => chat.startsWith(account.id))
      const externalId =
        known.length > 0 && dice.chance(0.2) ? dice.pick(known) : `${account.id}/${id}`
      const free = { lost: null, movedTo: null, slowUntil: 0, noRights: false, refuses: null }
      if (!network.chats.has(externalId))
        network.chats.set(externalId, { externalId, kind, ...free })
      rows.insert('groups', {
        id,
        userId,
        connectionId: ids.next(),
        accountId: account.id,
        channel: account.channel,
        externalId,
        title: 'Choir',
        kind: network.chats.get(externalId)!.kind,
        status: 'active',
        muted: false,
        code: null,
        reason: null,
        memberCount: null,
        topics: [],
        timeZone: null,
        quietHours: null,
        dailyCap: null,
        minGapMinutes: null,
        lastSentAt: null,
        blockedUntil: null,
        photoId: null,
        photoMark: null,
        photoAskedAt: null,
        refusals: null,
        rev: 1,
        ...dates,
      } satisfies Tables['groups'])
      return { id, userId }
    }),
  )

  const sources = Array.from({ length: dice.between(1, 6) }, () => {
    const userId = dice.pick(users)
    const mine = groups.filter((group) => group.userId === userId)
    const chosen = mine.filter(() => dice.chance(0.8))
    const targets = (chosen.length > 0 ? chosen : mine).flatMap(({ id: groupId }): Target[] =>
      dice.chance(0.15)
        ? ['1', '2'].map((topicId) => ({ groupId, topicId }))
        : [{ groupId, topicId: null }],
    )
    const contentIds = Array.from({ length: dice.chance(0.25) ? 2 : 1 }, () => {
      const contentId = ids.next()
      const generated = { varies: true, followUps: false, replaces: false }
      const body = { kind: 'text' as const, text: `Rehearsal ${contentId}, {{group}}, {{n}}` }
      rows.insert('contents', { id: contentId, userId, body, ...generated, createdAt: at })
      return contentId
    })
    const bad = dice.chance(0.12)
    const source: SourceRow = {
      id: ids.next(),
      userId,
      status: 'active',
      poisoned: null,
      posts: targets.map((target) => ({ ...target, contentIds })),
      told: [],
      runs: 0,
      poison: bad,
      bad,
      catchUpMs: dice.pick([0, minutes(1), minutes(2), minutes(5)]),
      onUnconfirmed: dice.pick(['ask', 'ask', 'resend', 'assume_sent']),
    }
    rows.insert('sources', source)
    return source
  })
  return { users, accounts, groups, sources }
}

/** What must not be read anywhere but in an adapter. */
export const SECRET = '7261726f:this-is-the-secret-of-an-account'

/** Slots name minutes; a world begins a little before one. */
export const STARTS_AT = Date.UTC(2026, 2, 2, 9, 0, 50)
export const SETTLES_WITHIN_MS = minutes(20)
export const FAULTS_FOR_MS = seconds(75)
