import type { SocketConfig } from 'baileys'

type Logger = SocketConfig['logger']

/** The library's log has keys, numbers and texts of people: nothing of it is written. */
export const silent: Logger = {
  level: 'silent',
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}

/** The log line with which the library reports that it writes a message to the wire; no other line matches. */
const WRITING = /^sending message to \d+ devices$/

/**
 * Calls `writing` when a message is written to the wire; the library reports that only in its log. If a later version
 * does not log it, failed sends are unconfirmed, and are repeated with the same id.
 */
export function markingWrites(writing: (id: string) => void): Logger {
  const logger: Logger = {
    ...silent,
    child: () => logger,
    debug(about: unknown, words?: string) {
      if (!words || !WRITING.test(words)) return
      const { msgId } = about as { msgId?: string }
      if (msgId) writing(msgId)
    },
  }
  return logger
}
