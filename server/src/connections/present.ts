import type { Chat, Connection } from '@carillon/contract/connections'
import type { ChannelFacts } from '@carillon/contract/channels'
import type { LivePayload } from '@carillon/contract/live'
import { isUnknown } from '../accounts/actions.ts'
import { channelFor } from '../channels/rules.ts'
import { after } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { SeenChat } from './chats.ts'
import { openCode } from './link-codes.ts'
import { IDLE_MS } from './idle.ts'
import { shownStep } from './pairing-steps.ts'
import { attentionOf, pairingStep, showsToken, statusOf, type ConnectionFacts } from './rules.ts'
import type { ConnectionRow } from './store.ts'
import { tokenChanged } from './words.ts'

type StatusEvent = ChannelFacts['statusEvent']

export function presentConnection(ctx: Context, row: ConnectionRow): Connection {
  const { account } = row
  const channel = ctx.channels.get(account.channel)
  const facts = factsOf(ctx, row)
  const status = statusOf(facts)
  const reason = facts.tokenShown ? account.reason : tokenChanged(account)
  const attention = attentionOf(facts, ctx.clock.now())
  const pairing = pairingOf(ctx, row, facts)
  return {
    id: row.id,
    rev: row.rev,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    channel: account.channel,
    status,
    ...(reason && status !== 'pairing' ? { reason } : {}),
    since: sinceOf(row, status).toISOString(),
    label: account.name,
    ...(account.identity ? { identity: account.identity } : {}),
    shared: account.shared,
    // A channel that was switched off promises the least; its connections are listed all the same.
    guarantee: channel
      ? channelFor(channel, account.traits).capabilities.guarantee
      : ('at-most-once, asks' as const),
    groupCount: row.groupCount,
    ...ownChatOf(ctx, row),
    ...healthOf(row),
    ...(pairing ? { pairing } : {}),
    ...(attention ? { attention } : {}),
  }
}

/** The payload of the live event of a connection; `row` is undefined if the connection was removed. */
export function presentStatus(
  ctx: Context,
  connectionId: string,
  row: ConnectionRow | undefined,
): LivePayload<StatusEvent> {
  // A removal is the last news of a connection: later than anything before it.
  if (!row) return { connection: null, connectionId, seq: Number.MAX_SAFE_INTEGER }
  const connection = presentConnection(ctx, row)
  const { pairing } = connection
  return { connection, connectionId, seq: row.seq, ...(pairing ? { pairing } : {}) }
}

export function presentChat(chat: SeenChat): Chat {
  return {
    externalId: chat.externalId,
    title: chat.title,
    kind: chat.kind,
    topics: chat.topics,
    canPost: chat.canPost,
    ...(chat.memberCount === null ? {} : { memberCount: chat.memberCount }),
    ...(chat.reason === null ? {} : { reason: chat.reason }),
    ...(chat.groupId === null ? {} : { groupId: chat.groupId }),
  }
}

/** The own chat for tests, if the network has such a chat, and whose it is. */
function ownChatOf(
  ctx: Context,
  { account, accountId, ownChatName }: ConnectionRow,
): Pick<Connection, 'ownChat' | 'ownChatName'> {
  const kind = ctx.channels.get(account.channel)?.ownChat?.kind
  if (!kind || isUnknown({ id: accountId, externalId: account.externalId })) return {}
  if (kind === 'itself') return { ownChat: true }
  return ownChatName === null ? { ownChat: false } : { ownChat: true, ownChatName }
}

/** The health of the account, if its channel has a daily allowance. */
function healthOf({ health, account }: ConnectionRow): Pick<Connection, 'health'> {
  if (!health || !account.linkedAt) return {}
  const { outage, ...today } = health
  const { restrictedUntil } = account
  return {
    health: {
      linkedAt: account.linkedAt.toISOString(),
      ...today,
      ...(restrictedUntil ? { restrictedUntil: restrictedUntil.toISOString() } : {}),
      ...(outage
        ? {
            outage: {
              from: outage.from.toISOString(),
              until: outage.until?.toISOString() ?? null,
              late: outage.late,
              skipped: outage.skipped,
              failed: outage.failed,
            },
          }
        : {}),
    },
  }
}

function sinceOf(row: ConnectionRow, status: Connection['status']): Date {
  const { account, createdAt, provedAt } = row
  if (status === 'pairing') return createdAt
  if (!showsToken(row) && account.tokenChangedAt) return account.tokenChangedAt
  // The account may have been there long before this user came to it.
  const own = (account.shared && provedAt) || createdAt
  return own > account.since ? own : account.since
}

function factsOf({ clock }: Context, row: ConnectionRow): ConnectionFacts {
  const { sessionExpiresAt: until } = row
  return {
    session: until && (until > clock.now() ? 'open' : 'expired'),
    idleUntil: row.idleSince && after(row.idleSince, IDLE_MS),
    unknown: isUnknown({ id: row.accountId, externalId: row.account.externalId }),
    account: row.account,
    tokenShown: showsToken(row),
    proved: row.provedAt !== null,
    link: row.pairingExpiresAt && { expiresAt: row.pairingExpiresAt },
    note: row.note,
  }
}

function pairingOf(
  ctx: Context,
  row: ConnectionRow,
  facts: ConnectionFacts,
): Connection['pairing'] {
  if (facts.session === 'open') return shownStep(ctx, row.id, row.sessionStep)
  const step = pairingStep(facts, ctx.clock.now())
  if (!step) return undefined
  if (step === 'token') return { step }
  const { pairingCode, pairingExpiresAt, account } = row
  const isGood = pairingExpiresAt && pairingExpiresAt > ctx.clock.now()
  if (!pairingCode || !isGood) return { step }
  const code = openCode(ctx, row.id, pairingCode)
  const proof = ctx.channels.get(account.channel)?.proof
  if (!code || !proof) return { step }
  const url = proof.inviteUrl(account, code)
  const channelLink = proof.channelLink?.(account, code)
  return {
    step,
    url,
    expiresAt: pairingExpiresAt.toISOString(),
    ...(channelLink
      ? { channelLink: account.shared ? channelLink : { url: channelLink.url } }
      : {}),
  }
}
