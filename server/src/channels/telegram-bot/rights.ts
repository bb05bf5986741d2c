import type { ChatMember, ChatPermissions } from 'grammy/types'
import type { RefusedKind } from '../port/chats.ts'

/** Whether a member may write, and if not, why; which kinds they may not send, if known. */
export type Rights =
  | { canPost: true; refuses?: readonly RefusedKind[] }
  | { canPost: false; reason: string }

export const lostReasons = {
  kicked: 'The bot was removed from the group by an admin.',
  left: 'The bot is not in the group. Add it again.',
} as const

/** What our membership allows. `permissions` are those of all members; updates do not contain them. */
export function rightsOf(
  chat: { type: string; permissions?: ChatPermissions | undefined },
  member: ChatMember,
): Rights {
  if (chat.type === 'channel') {
    const may = member.status === 'administrator' && member.can_post_messages === true
    return may
      ? { canPost: true, refuses: member.can_edit_messages === true ? [] : ['pin'] }
      : no('Make the bot an admin of the channel who may post messages.')
  }
  switch (member.status) {
    case 'creator':
      return ALL
    // Admins may do all that members may.
    case 'administrator':
      return member.can_pin_messages !== true && chat.permissions?.can_pin_messages === false
        ? { canPost: true, refuses: ['pin'] }
        : ALL
    case 'restricted':
      return member.can_send_messages
        ? { canPost: true, refuses: refusedBy(member) }
        : no(
            'An admin removed the bot’s permission to send messages. An admin can allow it again, or make the bot an admin.',
          )
    case 'member':
      return chat.permissions?.can_send_messages === false
        ? no('Only admins may send messages. Make the bot an admin.')
        : { canPost: true, ...(chat.permissions && { refuses: refusedBy(chat.permissions) }) }
    case 'left':
    case 'kicked':
      return no(lostReasons[member.status])
  }
}

const no = (reason: string): Rights => ({ canPost: false, reason })

const ALL = { canPost: true, refuses: [] } as const

const RIGHTS = {
  photo: 'can_send_photos',
  video: 'can_send_videos',
  animation: 'can_send_other_messages',
  audio: 'can_send_audios',
  voice: 'can_send_voice_notes',
  document: 'can_send_documents',
  poll: 'can_send_polls',
  pin: 'can_pin_messages',
} as const satisfies Record<RefusedKind, keyof ChatPermissions>

/** The kinds that these permissions forbid. */
const refusedBy = (permissions: ChatPermissions): RefusedKind[] =>
  (Object.keys(RIGHTS) as RefusedKind[]).filter((kind) => permissions[RIGHTS[kind]] === false)
