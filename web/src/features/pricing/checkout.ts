import { getConfig } from '@carillon/contract/config'
import { createCheckout, verifyCheckout } from '@carillon/contract/payments'
import type { Plan } from '@carillon/contract/tiers'
import { call } from '../../api/call.ts'
import { isApiError } from '../../api/errors.ts'
import { session } from '../../api/session/current.ts'
import { browserHistory } from '../../app/navigation/browserHistory.ts'
import { dashboardPath, paths } from '../../app/paths.ts'
import { toast } from '../../ui/toast/store.ts'
import { type Confirmation, setConfirmation, takeFrom } from './confirmation.ts'

/** Whether plans can be bought on this server, and why not; and whether what they name is all there. */
export async function salesStatus() {
  const { payments, channels } = await call(getConfig)
  const isThere = channels.some(({ channel, available }) => channel === 'whatsapp' && available)
  return { ...payments, whatsapp: isThere }
}

/** Where a plan can be paid; throws when the answer names no address. */
export async function checkoutUrl(productId: Plan['productId']): Promise<string> {
  if (productId === 'free_tier') throw new Error('The free plan is nothing to buy.')
  const { checkoutUrl } = await call(createCheckout, { body: { productId } })
  if (!checkoutUrl) throw new Error('The answer names no checkout.')
  return checkoutUrl
}

/** Whether a checkout could not begin because the plan is there already; then the page shows it from now on. */
export async function hasItAlready(error: unknown): Promise<boolean> {
  if (!isApiError(error, 'conflict')) return false
  try {
    await session.refresh()
  } catch {
    return false
  }
  const state = session.state()
  return state.status === 'signed-in' && state.user.tier === 'pro'
}

/** Asks what became of the checkout that somebody returns from, reads their profile anew, and tells them. */
export async function confirmCheckout(checkoutId: string): Promise<void> {
  const userId = presentUser()
  if (!userId) return
  setConfirmation({ phase: 'asking', checkoutId, userId })
  const phase = await phaseOf(checkoutId)
  setConfirmation({ phase, checkoutId, userId })
  // Somebody else may be signed in by now.
  if (presentUser() !== userId) return
  if (phase === 'paid') return announcePaid()
  toast(
    phase === 'failed'
      ? { title: 'Payment failed', description: 'Your plan is as it was.' }
      : {
          title: 'Warning',
          description: 'Please wait while we confirm your subscription status.',
        },
  )
}

/** Reads the profile anew after a payment, tells of it, and leads back to where somebody was. */
export async function announcePaid(): Promise<void> {
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
  const from = dashboardPath(takeFrom() ?? null, location.origin)
  if (from && PRICES.has(location.pathname)) browserHistory.navigator.replace(from)
  toast({
    title: 'Success',
    description: 'Your subscription has been updated successfully!',
    lasting: true,
  })
}

function presentUser(): string | undefined {
  const state = session.state()
  return state.status === 'signed-in' ? state.user.uid : undefined
}

/** Who has gone elsewhere meanwhile stays there. */
const PRICES = new Set<string>([paths.pricing, paths.publicPricing])

async function phaseOf(checkoutId: string): Promise<Confirmation['phase']> {
  try {
    const { status, tier } = await call(verifyCheckout, { params: { checkoutId } })
    return status === 'paid' && tier === 'free' ? 'void' : status
  } catch (error) {
    if (isApiError(error, 'not_found') || isApiError(error, 'invalid')) return 'void'
    return 'pending'
  }
}
