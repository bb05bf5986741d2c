import * as contract from '@carillon/contract/payments'
import { AppError } from '../platform/errors.ts'
import { route, type Api } from '../platform/http/route.ts'

/** Mounts the calls of payments. Nobody sells anything yet, so each checks what it is given and says so. */
export function paymentRoutes(api: Api): void {
  route(api, contract.createCheckout, refuse)
  route(api, contract.cancelSubscription, refuse)
  route(api, contract.updateSubscription, refuse)
  route(api, contract.verifyCheckout, refuse)
  route(api, contract.openPortal, refuse)
}

async function refuse(): Promise<never> {
  throw new AppError('forbidden', contract.PAYMENTS_OFF)
}
