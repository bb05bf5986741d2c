import type { GroupStatus } from '@carillon/contract/groups'

/** `removed` rows stay for the history of what was sent there and are shown nowhere else. */
export type StoredGroupStatus = GroupStatus | 'removed'

/** The states in which a group takes one of the places that a tier gives. */
export const COUNTED = [
  'active',
  'muted',
  'limited',
] as const satisfies readonly StoredGroupStatus[]
