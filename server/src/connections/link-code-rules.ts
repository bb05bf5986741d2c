import { minutes } from '../platform/clock.ts'

/** How long the code of an invite link is good: enough to find the group, too short to be passed around. */
export const PAIRING_MS = minutes(15)

/** Length of a code, in bytes: 128 bits cannot be guessed, and as base64url they fit every network's links. */
export const CODE_BYTES = 16

/** Why a code that was posted in a chat is not taken. */
export type CodeRefusal = 'used' | 'expired' | 'not_admin' | 'gone'
