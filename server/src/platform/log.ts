import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** What is never printed, by the name it goes under; `body` and `headers` hold what people typed and sent. */
const SECRET_NAME =
  /token|secret|passw|passphrase|cookie|authorization|credential|idempotency|^(?:code|otp|qr|body|payload|headers)$/i

/** What is never printed, by its looks, wherever it turns up: in a message, a reason, a stack, an address. */
const SECRET_SHAPES: readonly [shape: RegExp, mask: string][] = [
  // A bot's token is part of its addresses, and errors of HTTP clients like to repeat addresses.
  [/\bbot\d+(?::|%3A)[\w-]+/gi, 'bot…'],
  [/\b\d{6,}(?::|%3A)[\w-]{30,}/gi, '…'],
  // A JSON Web Token, and whatever else a client shows to be let in.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '…'],
  [/\b(Bearer|Basic) [\w~+/.=-]+/gi, '$1 …'],
  [/(\w:\/\/[^\s/:@]*):[^\s/@]+@/g, '$1:…@'],
  [/([?&][\w.-]*(?:token|secret|passw|signature|code|startgroup)[\w.-]*=)[^\s&#]+/gi, '$1…'],
]

const CENSORED = '…'

// A disk that is full, or a reader that has gone: the work goes on, and so does the log once it can. The
// stream that pino would open itself tries the same line for ever (measured with pino 10 on Linux).
process.stdout.on('error', () => {})

/** The server's log: one JSON object a line, on standard output unless a stream is given. */
export function createLog(level: string, stream: DestinationStream = process.stdout): Log {
  // On the finished line, so that nothing gets past: neither bindings of a child nor a serializer.
  const hooks = { streamWrite: (line: string) => `${JSON.stringify(censor(JSON.parse(line)))}\n` }
  return pino({ level, hooks }, stream)
}

function censor(value: unknown): unknown {
  if (typeof value === 'string') return censorText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(censor)
  // Bytes are keys and sealed values more often than anything readable.
  if ('type' in value && value.type === 'Buffer') return CENSORED
  const fields = isError(value) ? toldBy(value) : value
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && inner !== null ? CENSORED : censor(inner),
    ]),
  )
}

function censorText(text: string): string {
  return SECRET_SHAPES.reduce((masked, [shape, mask]) => masked.replace(shape, mask), text)
}

type PrintedError = { message: string; stack: string; type?: unknown; code?: unknown }

function isError(value: object): value is PrintedError {
  return 'stack' in value && typeof value.stack === 'string' && 'message' in value
}

/** Of an error only what it says: libraries hang whole requests on theirs. Its code is a name, not a secret. */
const toldBy = ({ type, message, stack, code }: PrintedError) => ({
  type,
  message,
  stack,
  ...(typeof code === 'string' ? { errorCode: code } : {}),
})
