import type { Resolved } from '@carillon/contract/content/resolve'
import type { ChannelAccount } from './account.ts'
import type { Outcome, Receipt, SendRequest } from './sending.ts'

/**
 * What can be done with a message that was sent. Each is exactly one try, like `send`. A channel leaves out
 * what its network cannot do.
 */
export type FollowUps = {
  edit?(
    request: FollowUpRequest & Pick<SendRequest, 'content' | 'linkPicture'>,
  ): Promise<FollowUpOutcome>
  delete?(request: FollowUpRequest): Promise<FollowUpOutcome>
  pin?(request: FollowUpRequest & { notify: boolean }): Promise<FollowUpOutcome>
  unpin?(request: FollowUpRequest): Promise<FollowUpOutcome>
  /** How long after it was sent a message can be changed, in milliseconds; Infinity: for ever. */
  readonly windowMs: Readonly<Partial<Record<'edit' | 'delete', number>>>
  /** What admins of a chat can do even after that time, so that a try makes sense. */
  readonly admins?: readonly ('edit' | 'delete')[]
  /** Why a message of this kind cannot be edited, in words; undefined if it can. */
  whyNotEditable?(content: Resolved): string | undefined
}

export type FollowUpRequest = {
  account: ChannelAccount
  externalId: string
  receipt: Receipt
  /** The id of the change that a person asked for: the same in all of its tries. */
  changeId?: string
  signal: AbortSignal
}

/** `gone`: somebody deleted the message meanwhile. */
export type FollowUpOutcome =
  | { kind: 'done' }
  | { kind: 'gone' }
  | Exclude<Outcome, { kind: 'sent' | 'formattingRefused' | 'handleRefused' }>
