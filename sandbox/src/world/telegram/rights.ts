import type { Chat, Member, Permissions, Rights } from './model.ts'

/** A new group's permissions: everybody writes, admins manage. */
export const openPermissions: Permissions = {
  can_send_messages: true,
  can_send_audios: true,
  can_send_documents: true,
  can_send_photos: true,
  can_send_videos: true,
  can_send_video_notes: true,
  can_send_voice_notes: true,
  can_send_polls: true,
  can_send_other_messages: true,
  can_add_web_page_previews: true,
  can_change_info: false,
  can_invite_users: true,
  can_pin_messages: false,
  can_manage_topics: false,
}

export const permissionNames = Object.keys(openPermissions) as (keyof Permissions)[]

export const rightNames = [
  'can_manage_chat',
  'can_change_info',
  'can_delete_messages',
  'can_invite_users',
  'can_restrict_members',
  'can_pin_messages',
  'can_manage_topics',
  'can_promote_members',
  'can_manage_video_chats',
  'can_post_messages',
  'can_edit_messages',
] as const

const noRights: Rights = {
  can_manage_chat: true,
  can_change_info: false,
  can_delete_messages: false,
  can_invite_users: false,
  can_restrict_members: false,
  can_pin_messages: false,
  can_manage_topics: false,
  can_promote_members: false,
  can_manage_video_chats: false,
  can_post_messages: false,
  can_edit_messages: false,
}

/** An administrator's rights with the given ones on; `true` turns on all but promoting others. */
export function rightsOf(given: Partial<Rights> | true): Rights {
  if (given !== true) return { ...noRights, ...given }
  const all: Rights = { ...noRights }
  for (const name of rightNames) all[name] = name !== 'can_promote_members'
  return all
}

/** Whether this member may do what members can be allowed to: by rank, restriction or the chat's default. */
export function may(chat: Chat, member: Member | undefined, what: keyof Permissions): boolean {
  switch (member?.status) {
    case 'creator':
      return true
    case 'administrator':
      return adminMay(chat, member.rights, what)
    case 'member':
      return chat.permissions[what]
    case 'restricted':
      return chat.permissions[what] && member.permissions[what]
    case 'left':
    case 'kicked':
    case undefined:
      return false
  }
}

function adminMay(chat: Chat, rights: Rights, what: keyof Permissions): boolean {
  const byRight =
    what === 'can_change_info' ||
    what === 'can_invite_users' ||
    what === 'can_pin_messages' ||
    what === 'can_manage_topics'
  if (byRight) return rights[what] || (chat.type !== 'channel' && chat.permissions[what])
  // Administrators of groups always write; in a channel posting is a right of its own.
  return chat.type !== 'channel' || rights.can_post_messages
}
