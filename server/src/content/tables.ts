import type { Content } from '@carillon/contract/content/content'
import type { ColumnType } from 'kysely'

/** A content. It is immutable; an edit makes a new one. */
export interface ContentsTable {
  id: string
  userId: string
  body: ColumnType<Content, string, never>
  /** Whether it has variables or variants. */
  varies: ColumnType<boolean, never, never>
  /** Whether it has follow-ups: it is pinned, or deleted after a time. */
  followUps: ColumnType<boolean, never, never>
  /** Whether it replaces the previous copy. */
  replaces: ColumnType<boolean, never, never>
  createdAt: ColumnType<Date, Date, never>
}

/** A former content of a message that no run has sent. */
export interface ReplacedContentsTable {
  contentId: string
  messageId: string
  replacedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    contents: ContentsTable
    replacedContents: ReplacedContentsTable
  }
}
