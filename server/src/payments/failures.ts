import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { PAYMENTS_OFF } from '@carillon/contract/payments'
import { ProviderError, type PaymentProvider } from './port.ts'

/** Who sells plans here; throws `forbidden` while nobody does. */
export function requireProvider({ payments }: Pick<Context, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('forbidden', PAYMENTS_OFF)
  return payments
}

/** How long somebody should wait before they try again, in seconds, where the provider does not say. */
const TRY_AGAIN_S = 30

/** Asks the provider for a person; what goes wrong is logged, and told to them in words. */
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
