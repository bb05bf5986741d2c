import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { PAYMENTS_OFF } from '@carillon/contract/payments'
import { ProviderError, type PaymentProvider } from './port.ts'

/** Returns the payment provider; throws `forbidden` if none is configured. */
export function requireProvider({ payments }: Pick<Context, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('forbidden', PAYMENTS_OFF)
  return payments
}

/** Seconds until another try, if the provider does not name a time. */
const TRY_AGAIN_S = 30

/** Calls the provider for a person. A failure is logged, and becomes an error with words for them. */
export async function askFor<T>(ctx: Pick<Context, 'log'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { trouble } = error
    ctx.log.warn({ trouble: trouble.kind, reason: error.message }, 'The payment provider failed.')
    switch (trouble.kind) {
      case 'unreachable':
        throw new AppError(
          'unavailable',
          'The payment provider does not answer. Try again in a minute; nothing is charged twice.',
          { retryAfter: TRY_AGAIN_S },
        )
      case 'rate_limited':
        throw new AppError(
          'unavailable',
          'The payment provider is busy. Try again in a minute; nothing is charged twice.',
          { retryAfter: trouble.retryAfter ?? TRY_AGAIN_S },
        )
      case 'unreadable':
        throw new AppError(
          'unavailable',
          'The payment provider gave an answer that this server does not understand. Nothing was changed here; try again in a minute.',
          { retryAfter: TRY_AGAIN_S },
        )
      case 'refused':
        throw new AppError(
          'conflict',
          'The payment provider refused this. Try again; if it is refused again, tell whoever runs this server.',
        )
    }
  }
}
