import type { ChannelKind } from '@carillon/contract/config'
import type { QuietHours } from '@carillon/contract/groups/rules'
import type { ColumnType, Generated } from 'kysely'
import type { Topic } from '../channels/port/chats.ts'
import type { Refusals } from './refusal-rules.ts'
import type { GroupKind, StoredGroupStatus } from './rules.ts'

/** A chat that the user has chosen to send to. */
export interface GroupsTable {
  id: string
  userId: string
  connectionId: string
  accountId: string
  channel: ChannelKind
  externalId: string
  title: string
  kind: GroupKind
  status: StoredGroupStatus
  muted: Generated<boolean>
  code: string | null
  reason: string | null
  memberCount: number | null
  topics: ColumnType<Topic[], string | undefined, string>
  timeZone: string | null
  quietHours: ColumnType<QuietHours | null, string | null, string | null>
  dailyCap: number | null
  minGapMinutes: number | null
  lastSentAt: Date | null
  blockedUntil: Date | null
  /** A file of its user: the picture that its network shows of the chat. */
  photoId: string | null
  /** The network's mark of the picture that was fetched last. */
  photoMark: string | null
  photoAskedAt: Date | null
  refusals: ColumnType<Refusals | null, string | null, string | null>
  rev: Generated<number>
  createdAt: Date
  updatedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    groups: GroupsTable
  }
}
