import type { Group } from '@carillon/contract/groups'
import type { Attention } from '@carillon/contract/wire'
import type { Context } from '../platform/context.ts'
import type { GroupRow } from './store.ts'

/** For those that are shown; a removed group is shown nowhere. */
export function presentGroup(
  ctx: Pick<Context, 'clock' | 'secrets' | 'photos'>,
  group: GroupRow,
): Group {
  const attention = attentionOf(group)
  return {
    id: group.id,
    rev: group.rev,
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
    connectionId: group.connectionId,
    channel: group.channel,
    externalId: group.externalId,
    title: group.title,
    kind: group.kind === 'channel' ? 'channel' : 'group',
    status: group.status === 'removed' ? 'lost' : group.status,
    ...(group.reason === null ? {} : { reason: group.reason }),
    ...(group.memberCount === null ? {} : { memberCount: group.memberCount }),
    ...(group.photoId === null ? {} : { photoUrl: ctx.photos.linkTo(ctx, group.photoId) }),
    topics: group.topics,
    timeZone: group.timeZone,
    quietHours: group.quietHours,
    dailyCap: group.dailyCap,
    minGapMinutes: group.minGapMinutes,
    lastSentAt: group.lastSentAt?.toISOString() ?? null,
    ...(attention ? { attention } : {}),
  }
}

function attentionOf({ status, code, reason }: GroupRow): Attention | undefined {
  // A muted group needs no attention: its user wants it so.
  const asWished = status === 'muted' && code !== 'refused'
  if (reason === null || status === 'active' || asWished) return undefined
  const label = {
    lost: 'Check again',
    limited: 'Check again',
    suspended: 'Upgrade',
    disconnected: 'Paste its current token',
    muted: 'Unmute',
  }
  return {
    code: code ?? status,
    text: reason,
    ...(status === 'removed' ? {} : { action: { label: label[status] } }),
  }
}
