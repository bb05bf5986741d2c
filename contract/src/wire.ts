export type { Attention } from './schemas/wire.ts'

/** Longest password, in characters: enough for any passphrase, and a bound for what is hashed. */
export const PASSWORD_MAX = 128

/** The default and the largest page size. */
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 200
