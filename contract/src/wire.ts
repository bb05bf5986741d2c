export type { Attention } from './schemas/wire.ts'

/** Longest password, in characters: enough for any passphrase, and a bound for what is hashed. */
export const PASSWORD_MAX = 128

/** The page size when none is asked for, and the largest one. */
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 200
