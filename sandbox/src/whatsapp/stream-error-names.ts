/**
 * The ways in which the server ends a connection that it had accepted.
 * - restart: after linking, to log in.
 * - replaced: another connection of the same device logged in.
 * - unlinked: the device was removed on the phone.
 * - missed-ack: seen in the wild, when the server misses the acknowledgement of something it had sent.
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
