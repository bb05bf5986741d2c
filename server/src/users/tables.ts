import type { Tier } from '@carillon/contract/tiers'
import type { Preferences } from '@carillon/contract/users'
import type { ColumnType, Generated } from 'kysely'

/** The person with an account. */
export interface UsersTable {
  id: string
  email: string | null
  displayName: string | null
  /** What the person or the identity service gave; an uploaded photo is shown before it. */
  photoUrl: string | null
  photoId: string | null
  tier: Generated<Tier>
  timeZone: Generated<string>
  /** What the person chose; the rest is as `preferencesOf` says. */
  preferences: ColumnType<Partial<Preferences>, string | undefined, string>
  /** Tokens from before are refused. */
  tokensValidAfter: Date | null
  /** When the profile was stored by POST or PUT; until then it holds what the token said. */
  storedAt: Date | null
  /** When the person deleted the account: nobody is let in any more, and all of it is being erased. */
  leavingAt: Date | null
  /** What their contents take, in bytes; the table of contents keeps it. */
  storedBytes: Generated<number>
  rev: Generated<number>
  createdAt: Date
  updatedAt: Date
}

/** Who deleted their account, kept while a token from before could come back. */
export interface DepartedUsersTable {
  id: string
  at: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    users: UsersTable
    departedUsers: DepartedUsersTable
  }
}
