import type { Channel } from '../../channels/port.ts'
import type { ChannelAccount } from '../../channels/port/account.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { LaneFiles } from './lane-files.ts'
import type { Turn } from './turn-waiters.ts'
import type { LaneRow } from './lanes-store.ts'
import type { Pacer } from './pace.ts'
import type { QueueGateway } from './queue-gateway.ts'
import type { Owner } from '../store.ts'

/** What a lane works with. */
export type LaneOptions = {
  clock: Clock
  /** The monotonic time of this process, for pace and circuit breaker. */
  now(): number
  log: Log
  owner: Owner
  channel: Channel
  gateway: QueueGateway
  files: LaneFiles
  pacer: Pacer
  breaker: CircuitBreaker
  /** Whether this process may act for its accounts now. */
  mayAct(): boolean
  /** The account with its credentials; rejects if they cannot be opened. */
  account(): Promise<ChannelAccount>
}

/** The deliveries of one account, as their process sends them. */
export type Lane = {
  /** Reads deliveries that may be due. */
  look(): void
  /** Reads the account again: its state or its credentials may have changed. */
  refresh(): void
  /** The state of the lane, after it was read. */
  setState(row: LaneRow): void
  /** A turn of the account for something other than a delivery; undefined if the signal or the lane ended the wait. */
  turn(signal: AbortSignal): Promise<Turn | undefined>
  /** Whether it is working on a delivery. */
  holds(deliveryId: string): boolean
  /**
   * Sends nothing new and ends what is still being read; resolves when everything else on the wire is answered,
   * and all of it is recorded.
   */
  stop(): Promise<void>
}
