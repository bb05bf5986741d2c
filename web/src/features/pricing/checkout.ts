import { getConfig } from '@carillon/contract/config'
import { createCheckout, verifyCheckout } from '@carillon/contract/payments'
import type { Plan } from '@carillon/contract/tiers'
import { call } from '../../api/call.ts'
import { session } from '../../api/session/current.ts'
import { toast } from '../../ui/toast/store.ts'

/** Whether plans can be bought on this server, and why not. */
export const paymentsStatus = async () => (await call(getConfig)).payments

/** Where a plan can be paid; throws when the answer names no address. */
export async function checkoutUrl(productId: Plan['productId']): Promise<string> {
  if (productId === 'free_tier') throw new Error('The free plan is nothing to buy.')
  const { checkoutUrl } = await call(createCheckout, { body: { productId } })
  if (!checkoutUrl) throw new Error('The answer names no checkout.')
  return checkoutUrl
}

/** Asks whether the checkout somebody returns from was paid, reads their profile anew, and tells them. */
export async function confirmCheckout(checkoutId: string): Promise<void> {
  try {
    const { status } = await call(verifyCheckout, { params: { checkoutId } })
    if (status !== 'paid') throw new Error(`The checkout is ${status}.`)
  } catch {
    toast({
      title: 'Warning',
      description: 'Please wait while we confirm your subscription status.',
    })
    return
  }
  try {
    await session.refresh()
  } catch {
    toast({
      variant: 'destructive',
      title: 'Error',
      description: 'Failed to refresh subscription status.',
    })
    return
  }
  toast({
    title: 'Success',
    description: 'Your subscription has been updated successfully!',
  })
}
