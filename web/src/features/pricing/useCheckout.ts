import type { Plan } from '@carillon/contract/tiers'
import { useEffect, useState } from 'react'
import { toast } from '../../ui/toast/store.ts'
import { rememberFrom } from './confirmation.ts'

/** Begins to buy a plan, and leaves for the page of the payment provider. */
export function useCheckout() {
  const [processing, setProcessing] = useState(false)

  // Who comes back from there by Back finds the page as it was left.
  useEffect(() => {
    const done = ({ persisted }: PageTransitionEvent) => persisted && setProcessing(false)
    addEventListener('pageshow', done)
    return () => removeEventListener('pageshow', done)
  }, [])

  async function upgrade(productId: Plan['productId']) {
    setProcessing(true)
    try {
      const { checkoutUrl } = await checkout()
      const url = await checkoutUrl(productId)
      const from = new URLSearchParams(location.search).get('from')
      if (from) rememberFrom(from)
      // The button stays as it is until the browser has left.
      location.assign(url)
    } catch (error) {
      const isThere = await checkout().then(
        ({ hasItAlready }) => hasItAlready(error),
        () => false,
      )
      setProcessing(false)
      if (isThere) return void toast({ title: 'You are on Pro already' })
      toast({
        variant: 'destructive',
        title: 'Error',
        description: 'Failed to initiate upgrade process. Please try again.',
      })
    }
  }

  return { processing, upgrade }
}

const checkout = () => import('./checkout.ts')
