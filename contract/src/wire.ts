export type { Attention } from './schemas/wire.ts'

/** Whether attention with this code was left by a send that is over: a user who has seen it may dismiss it. */
export const isLeftBySend = (code: string): boolean =>
  ['failed', 'partly_sent', 'missed', 'cut_short', 'stopped_short'].includes(code)

/** Longest password, in characters: enough for any passphrase, and a bound for what is hashed. */
export const PASSWORD_MAX = 128

/** The default and the largest page size. */
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 200
