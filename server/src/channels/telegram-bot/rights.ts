import type { ChatMember, ChatPermissions } from 'grammy/types'

/** Whether a member may write, and why not, in words. */
export type Rights = { canPost: true } | { canPost: false; reason: string }

export const lostReasons = {
  kicked: 'The bot was removed from the group by an admin.',
  left: 'The bot is not in the group. Add it again.',
} as const

/** What our own membership allows. `permissions` are those of all members; an update does not tell them. */
export function rightsOf(
  chat: { type: string; permissions?: ChatPermissions | undefined },
  member: ChatMember,
): Rights {
  if (chat.type === 'channel') {
    const may = member.status === 'administrator' && member.can_post_messages === true
    return may
      ? { canPost: true }
      : no('Make the bot an admin of the channel who may post messages.')
  }
  switch (member.status) {
    case 'creator':
    case 'administrator':
      return { canPost: true }
    case 'restricted':
      return member.can_send_messages
        ? { canPost: true }
        : no('An admin removed the bot’s permission to send messages.')
    case 'member':
      return chat.permissions?.can_send_messages === false
        ? no('Only admins may send messages. Make the bot an admin.')
        : { canPost: true }
    case 'left':
    case 'kicked':
      return no(lostReasons[member.status])
  }
}

const no = (reason: string): Rights => ({ canPost: false, reason })
