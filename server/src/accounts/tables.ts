import type { ChannelKind } from '@carillon/contract/config'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Traits } from '../channels/port/account.ts'
import type { AccountStatus } from './rules.ts'

/** One running process. It lives while it holds the advisory lock (7261, id) and renews its lease. */
export interface ProcessesTable {
  id: GeneratedAlways<number>
  roles: string[]
  /** The operator's accounts whose tokens this process has, as `channel:externalId`. */
  sharedAccounts: string[]
  leaseUntil: Date
  startedAt: Date
}

/** One identity on a network; the operator's bot is one account for all its users. */
export interface AccountsTable {
  id: string
  channel: ChannelKind
  externalId: string
  identity: string
  username: string
  name: string
  traits: ColumnType<Traits, string | undefined, string>
  shared: Generated<boolean>
  credentials: Buffer | null
  /** Counts the tokens that the account has had. */
  tokenVersion: Generated<number>
  tokenChangedAt: Date | null
  status: AccountStatus
  reason: string | null
  since: Date
  owner: number | null
  epoch: Generated<number>
  updateOffset: number | null
  hookHash: Buffer | null
  pausedUntil: Date | null
  /** Since when it has been linked, without a longer break. */
  linkedAt: Date | null
  /** Until when its network forbids it to send, if the network named a time. */
  restrictedUntil: Date | null
  /** Its last outage, once it is over. */
  awayFrom: Date | null
  awayUntil: Date | null
  createdAt: Date
  updatedAt: Date
}

declare module '../platform/db/database.ts' {
  interface Tables {
    processes: ProcessesTable
    accounts: AccountsTable
  }
}
