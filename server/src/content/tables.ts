import type { Content } from '@carillon/contract/content/content'
import type { ColumnType } from 'kysely'

/** What is said: immutable; an edit makes a new one. */
export interface ContentsTable {
  id: string
  userId: string
  body: ColumnType<Content, string, never>
  /** Whether it names a variable or has variants. */
  varies: ColumnType<boolean, never, never>
  /** Whether something follows once it was sent: it is pinned, or deleted after a time. */
  followUps: ColumnType<boolean, never, never>
  /** Whether it replaces the copy before it. */
  replaces: ColumnType<boolean, never, never>
  createdAt: ColumnType<Date, Date, never>
}

/** What a message said until it was changed, before any run of it said that. */
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
