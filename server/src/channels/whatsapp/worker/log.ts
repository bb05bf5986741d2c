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

/** The words with which the library says that it hands a message to the wire, and nothing else says. */
const WRITING = /^sending message to \d+ devices$/

/**
 * Tells when a message goes to the wire: the library says it nowhere but in its log. Should it say so no more,
 * nothing counts as certain, which a repeated send with the same id mends.
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
