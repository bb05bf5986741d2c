import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { logError } from '../../api/log.ts'
import { useSession } from '../../api/session/useSession.ts'
import { browserHistory } from '../../app/navigation/browserHistory.ts'
import { returnedCheckout } from './returned.ts'

/**
 * Confirms the checkout that somebody returns from, on whatever page they land: once, as the address
 * tells nothing of it from then on.
 */
export function CheckoutReturn() {
  const { search } = useLocation()
  const signedIn = useSession().status === 'signed-in'
  const navigate = useNavigate()

  useEffect(() => {
    if (!signedIn || !returnedCheckout(search)) return
    // When effects run twice, the second one must find the address as the first left it.
    const { pathname, search: present, hash, state } = browserHistory.present().location
    const returned = returnedCheckout(present)
    if (!returned) return
    navigate({ pathname, search: returned.rest, hash }, { replace: true, state })
    import('./checkout.ts').then(
      ({ confirmCheckout }) => confirmCheckout(returned.id),
      (error: unknown) => logError('The checkout could not be verified.', error),
    )
  }, [search, signedIn, navigate])

  return null
}
