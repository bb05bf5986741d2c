import type { ChannelKind } from '@carillon/contract/config'
import type { Reading } from '../platform/context.ts'
import type { Allowance } from './port/allowance.ts'
import type { Chats } from './port/chats.ts'
import type { FollowUps } from './port/follow-ups.ts'
import type { Media } from './port/media.ts'
import type { Pairing } from './port/pairing.ts'
import type { Receiving } from './port/receiving.ts'
import type { Sending } from './port/sending.ts'

/**
 * A network and a way in. Every adapter passes the same conformance suite; no library's type crosses
 * this file. Two channels differ by their capabilities and by the parts they offer; no code outside
 * their folders checks the kind.
 */
export type Channel = Sending &
  Receiving &
  Chats & {
    readonly kind: ChannelKind
    readonly pairing: Pairing
    readonly media?: Media
    readonly followUps?: FollowUps
    readonly allowance?: Allowance
    /** Deletes what the channel stores for these credentials, which nobody uses any more. Left out if it stores nothing. */
    forget?(reading: Reading, credentials: string): Promise<void>
    /** Deletes what it stored before this instant for pairings without an account. `inUse`: the credentials of all accounts. */
    sweep?(reading: Reading, inUse: readonly string[], before: Date): Promise<void>
    /** Closes connections and timers. */
    close(): Promise<void>
  }

declare module '../platform/context.ts' {
  interface Context {
    /** The channels this server offers, by kind. */
    readonly channels: ReadonlyMap<ChannelKind, Channel>
  }
}
