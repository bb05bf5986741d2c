import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { logError } from '../../../api/log.ts'

/** What the payment provider puts to the address of this page when it leads back to it. */
const RETURNED = 'billing'

/**
 * Has the server ask the provider how the subscription stands, for who comes back from its pages: what they did
 * there shows at once. The address is clean from then on.
 */
export function useReturnFromBilling() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()

  useEffect(() => {
    const query = new URLSearchParams(search)
    if (!query.has(RETURNED)) return
    query.delete(RETURNED)
    navigate(
      { pathname, search: query.toString(), hash: hash || '#plan' },
      { replace: true, preventScrollReset: true },
    )
    void ask()
  }, [pathname, search, hash, navigate])

  useEffect(() => {
    // By Back the page is there again as it was left.
    const back = ({ persisted }: PageTransitionEvent) => void (persisted && ask())
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
}

/** Only who was on those pages loads it. */
async function ask() {
  try {
    await (await import('./ask.ts')).askForSubscription()
  } catch (error) {
    logError('The way to ask for the subscription could not be loaded.', error)
  }
}
