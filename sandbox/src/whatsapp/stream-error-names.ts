/**
 * The ways in which the server ends a connection that it had accepted.
 * - restart: after linking, to log in.
 * - replaced: another connection of the same device logged in.
 * - unlinked: the device was removed on the phone.
 * - missed-ack: the client did not acknowledge something that the server had sent; real servers do this.
 */
export const STREAM_ERROR_NAMES = [
  'restart',
  'replaced',
  'unlinked',
  'unavailable',
  'missed-ack',
  'malformed',
] as const

export type StreamError = (typeof STREAM_ERROR_NAMES)[number]
