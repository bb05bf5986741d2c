import { z } from 'zod'
import { instant, type Clock } from '../../platform/clock.ts'
import { PROVIDER_TIMEOUT_MS, ProviderError } from '../port.ts'

/** An address that a browser can be sent to. */
export const WebAddress = z.url({ protocol: /^https?$/ })

/** Reads the parts of a provider's answer that we use. Throws `unreadable` if they do not fit: nothing is guessed. */
export function readAnswer<T extends z.ZodType>(
  provider: string,
  schema: T,
  answer: unknown,
): z.output<T> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const place = first && first.path.length > 0 ? first.path.join('.') : 'the whole of it'
  throw new ProviderError(
    { kind: 'unreadable' },
    `${provider} answered something that we do not understand (${place}).`,
  )
}

/** Returns a function that says how many milliseconds are left for one call of the port: a call may ask its provider more than once. */
export function deadline(clock: Clock): () => number {
  const end = clock.steadyMs() + PROVIDER_TIMEOUT_MS
  return () => Math.max(1, end - clock.steadyMs())
}

/** The instant in a text, or null. */
export const instantOrNull = (text: string | null | undefined): Date | null =>
  text ? instant(text) : null
