import { pino, type Logger } from 'pino'

export type Log = Logger

/** Never printed, wherever they turn up: a log outlives the secret's owner's trust. */
const REDACTED = [
  'token',
  'botToken',
  'password',
  'authorization',
  'cookie',
  'credentials',
  'code',
  'otp',
  'secret',
]

/** The server's log: one JSON object a line on standard output. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
  })
}
