import type { GroupStatus } from '@carillon/contract/groups'
import type { CheckedChat, GroupLostCode } from '../channels/port.ts'

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
