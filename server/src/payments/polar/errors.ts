import { z } from 'zod'
import { ProviderError } from '../port.ts'

/** What the SDK's errors have in common; it does not export the classes that fit them all. */
const Answered = z.object({ statusCode: z.number(), error: z.unknown() })
const Limited = z.object({ retryAfter: z.number().int().positive() })
const Named = z.object({ error: z.string() })
const Invalid = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
})

/** Polar's status and the name of its error, where the SDK's error has them. */
export function refusalOf(
  error: unknown,
): { status: number; name: string | undefined } | undefined {
  const answered = Answered.safeParse(error)
  if (!answered.success) return undefined
  const { statusCode: status, error: body } = answered.data
  return { status, name: Named.safeParse(body).data?.error }
}

/** The fields that Polar found fault with, like `email`. */
export function faultyFields(error: unknown): string[] {
  const body = Answered.safeParse(error).data?.error
  return (Invalid.safeParse(body).data?.detail ?? []).map(({ loc }) => String(loc.at(-1)))
}

/**
 * Why a call failed. No error of the SDK contains the token. Of Polar's answer only its own words are used, because it
 * repeats our input.
 */
export function troubleOf(error: unknown, what: string): ProviderError {
  if (error instanceof ProviderError) return error
  const refusal = refusalOf(error)
  if (refusal) return refused(error, refusal.status, what)
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'PolarServerError') {
    return new ProviderError({ kind: 'unreachable' }, `Polar is down; it could not ${what}.`)
  }
  // The answer is not JSON, or is cut off: a proxy may have answered instead of Polar.
  if (error instanceof SyntaxError) {
    return new ProviderError(
      { kind: 'unreadable' },
      `Polar answered something that is no JSON when it was to ${what}.`,
    )
  }
  const late = /timeout|aborted/i.test(`${name} ${message}`)
  return new ProviderError(
    { kind: 'unreachable' },
    late
      ? `Polar did not answer in time; it is not known whether it did this: ${what}.`
      : `Polar could not be reached to ${what}.`,
  )
}

function refused(error: unknown, status: number, what: string): ProviderError {
  if (status === 429) {
    const retryAfter = Limited.safeParse(error).data?.retryAfter ?? null
    return new ProviderError({ kind: 'rate_limited', retryAfter }, 'Polar wants fewer calls.')
  }
  if (status === 401) {
    return new ProviderError(
      { kind: 'refused' },
      'Polar does not accept our access token: POLAR_ACCESS_TOKEN is wrong, has expired, or belongs to its other environment.',
    )
  }
  const body = Answered.safeParse(error).data?.error
  const faults = (Invalid.safeParse(body).data?.detail ?? []).map(
    ({ loc, msg }) => `${loc.join('.')}: ${msg}`,
  )
  const name = Named.safeParse(body).data?.error
  const reason = faults.length > 0 ? faults.join('; ') : (name ?? `status ${status}`)
  return new ProviderError({ kind: 'refused' }, `Polar refused to ${what} (${reason}).`)
}
