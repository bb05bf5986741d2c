import type { ChannelKind } from '@carillon/contract/config'
import type { GroupStatus } from '@carillon/contract/groups'
import type { CheckedChat, GroupLostCode } from '../channels/port.ts'
import { quoted, type Notice } from '../notifications/rules.ts'

/** `removed` rows stay for the history of what was sent there and are shown nowhere else. */
export type StoredGroupStatus = GroupStatus | 'removed'

/** The states in which a group takes one of the places that a tier gives. */
export const COUNTED = [
  'active',
  'muted',
  'limited',
] as const satisfies readonly StoredGroupStatus[]

/** How a group stands, and why, in a code and in words. */
export type Standing = { status: GroupStatus; code: string | null; reason: string | null }

/** What decides it: lost and why, or whether it may be posted to. */
export type ToldChat =
  | Extract<CheckedChat, { lost: true }>
  | { lost: false; canPost: boolean; reason?: string | null }

/**
 * How a group stands after the network has told of its chat. `mayReturn` is asked for a group that was
 * lost: it takes its place in the tier again if there is one.
 */
export async function standingAfter(
  group: { status: StoredGroupStatus; muted: boolean; reason: string | null; code: string | null },
  chat: ToldChat,
  mayReturn: () => Promise<boolean>,
): Promise<Standing> {
  if (chat.lost) return lost(chat.code, chat.reason)
  if (group.status === 'suspended') return suspended
  if (group.status === 'lost' && !(await mayReturn())) return suspended
  return standing(group.muted, chat)
}

/** How a group stands that has its place: as its user wants it, unless the chat does not let us write. */
export function standing(
  muted: boolean,
  chat: { canPost: boolean; reason?: string | null },
): Standing {
  if (chat.canPost) return { status: muted ? 'muted' : 'active', code: null, reason: null }
  const reason = chat.reason ?? 'The bot may not write there.'
  return { status: muted ? 'muted' : 'limited', code: 'no_rights', reason }
}

/** What its user should hear of when a group stands like this now: that it is lost, or that it is back. */
export function noticeOf(
  group: { status: StoredGroupStatus; title: string; channel: ChannelKind },
  stands: Standing,
): Notice | undefined {
  if ((group.status === 'lost') === (stands.status === 'lost')) return undefined
  const page = group.channel === 'whatsapp' ? 'whatsapp-manager' : 'telegram-manager'
  const told = stands.status === 'lost' ? lossOf(group, stands) : returnOf(group, stands)
  return { kind: 'groups', link: `/dashboard/${page}`, ...told }
}

const lossOf = ({ title }: { title: string }, { reason }: Standing) => ({
  reason: 'group lost',
  title: `${quoted(title)} cannot be reached any more`,
  message: `${reason ?? 'The network says that it is gone.'} Nothing is sent there until it is back.`,
  several: (count: number) => ({
    title: `${count} groups cannot be reached any more`,
    message: 'Nothing is sent there until they are back.',
  }),
})

const returnOf = ({ title }: { title: string }, { status, reason }: Standing) => ({
  reason: `group back ${status}`,
  title: `${quoted(title)} is back`,
  message:
    reason ?? (status === 'muted' ? 'You have muted it.' : 'What is to come is sent there again.'),
  several: (count: number) => ({
    title: `${count} groups are back`,
    message: 'Look at how they stand.',
  }),
})

const lost = (code: GroupLostCode, reason: string): Standing => ({
  status: 'lost',
  code,
  reason,
})

const suspended: Standing = {
  status: 'suspended',
  code: 'tier',
  reason: 'Your tier has no place for it. Upgrade to pro, or remove another group.',
}
