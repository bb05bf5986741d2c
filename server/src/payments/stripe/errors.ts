import { z } from 'zod'
import { ProviderError } from '../port.ts'

const StripeError = z.object({
  type: z.string(),
  statusCode: z.number().optional(),
  code: z.string().optional(),
  param: z.string().optional(),
  message: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
})

/** Stripe's error code, like `resource_missing`. */
export const codeOf = (error: unknown): string | undefined =>
  StripeError.safeParse(error).data?.code

/** Why a call failed. Stripe's messages can repeat what was sent, even our key: only its error codes are used. */
export function troubleOf(error: unknown, what: string): ProviderError {
  if (error instanceof ProviderError) return error
  const known = StripeError.safeParse(error).data
  if (!known) {
    return new ProviderError({ kind: 'unreadable' }, `The call of Stripe to ${what} went wrong.`)
  }
  switch (known.type) {
    case 'StripeConnectionError':
      return new ProviderError(
        { kind: 'unreachable' },
        /timeout|timed out/i.test(known.message)
          ? `Stripe did not answer in time; it is not known whether it did this: ${what}.`
          : `Stripe could not be reached to ${what}.`,
      )
    case 'StripeRateLimitError': {
      const seconds = Number(known.headers?.['retry-after'])
      const retryAfter = Number.isInteger(seconds) && seconds > 0 ? seconds : null
      return new ProviderError({ kind: 'rate_limited', retryAfter }, 'Stripe wants fewer calls.')
    }
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new ProviderError(
        { kind: 'refused' },
        `Stripe does not let our key ${what}: STRIPE_SECRET_KEY is wrong, was revoked, or may not do this.`,
      )
    case 'StripeAPIError':
      return known.statusCode !== undefined && known.statusCode >= 500
        ? new ProviderError({ kind: 'unreachable' }, `Stripe is down; it could not ${what}.`)
        : new ProviderError(
            { kind: 'unreadable' },
            `Stripe answered something that cannot be read when it was to ${what}.`,
          )
    default: {
      const reason = [known.code ?? known.type, known.param].filter(Boolean).join(', ')
      return new ProviderError({ kind: 'refused' }, `Stripe refused to ${what} (${reason}).`)
    }
  }
}
