import type { Reading } from '../../platform/context.ts'

/**
 * How many messages an account may send a day, where a channel keeps to such a number so that its network trusts the
 * account. It grows in the days after the account was linked.
 */
export type Allowance = {
  /** The most on one day. Day 1 is the day on which the account was linked. */
  most(day: number): number
  /** For how many days it grows; from the next day on it is whole. */
  readonly warmUpDays: number
  /**
   * How many messages accounts have sent, or may have sent, each since an instant of its own. A message that is tried
   * again counts once, and what certainly did not arrive does not count; nor do edits and deletions.
   */
  used(reading: Reading, since: ReadonlyMap<string, Date>): Promise<ReadonlyMap<string, number>>
  /**
   * Which of these deliveries of an account were counted by an earlier try, whenever that was: something of them may
   * have arrived, so they go on and are not asked the allowance again.
   */
  counted(
    reading: Reading,
    accountId: string,
    deliveryIds: readonly string[],
  ): Promise<ReadonlySet<string>>
}
