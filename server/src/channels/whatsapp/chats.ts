import type { CheckedChat } from '../port/chats.ts'
import { ADMINS_ONLY, COMMUNITY, lostWords } from './outcomes.ts'
import type { GroupAsked, GroupReport } from './protocol.ts'

/** A group as the product knows chats. */
export function chatOf(group: GroupAsked): CheckedChat {
  const { id: externalId } = group
  if ('lost' in group) {
    return { externalId, lost: true, code: group.lost, reason: lostWords[group.lost] }
  }
  const reason = reasonOf(group)
  return {
    externalId,
    lost: false,
    title: storable(group.subject),
    kind: 'group',
    memberCount: group.size,
    canPost: reason === undefined,
    ...(reason === undefined ? {} : { reason }),
  }
}

function reasonOf({ community, adminsOnly, admin }: GroupReport) {
  if (community) return COMMUNITY
  return adminsOnly && !admin ? ADMINS_ONLY : undefined
}

/** Our tables keep neither U+0000 nor half of a surrogate pair. */
export const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** The ids of groups; people paste no others. */
export const isGroupId = (text: string) => /^[\d-]{5,40}@g\.us$/.test(text)
