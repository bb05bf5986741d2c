import type { Reading } from '../../platform/context.ts'

/**
 * How many messages an account may send a day, for channels that limit this so that the network trusts the account. It
 * grows in the days after the account was linked.
 */
export type Allowance = {
  /** The most on one day. Day 1 is the day on which the account was linked. */
  most(day: number): number
  /** For how many days it grows; from the next day on it is the full number. */
  readonly warmUpDays: number
  /**
   * How many messages accounts have sent, or may have sent, each since an instant of its own. A message that is tried
   * again counts once. Messages that certainly did not arrive, edits and deletions do not count.
   */
  used(reading: Reading, since: ReadonlyMap<string, Date>): Promise<ReadonlyMap<string, number>>
  /**
   * Which of these deliveries of an account were counted in an earlier try. Parts of them may have arrived, so they
   * continue without another check of the allowance.
   */
  counted(
    reading: Reading,
    accountId: string,
    deliveryIds: readonly string[],
  ): Promise<ReadonlySet<string>>
}
