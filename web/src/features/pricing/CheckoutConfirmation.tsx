import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { logError } from '../../api/log.ts'
import { useSession } from '../../api/session/useSession.ts'
import { browserHistory } from '../../app/navigation/browserHistory.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { announcePaid, confirmCheckout } from './checkout.ts'
import { setConfirmation, useConfirmation } from './confirmation.ts'
import { returnedCheckout } from './returned.ts'

/**
 * Confirms the checkout that somebody returns from, on whatever page they land: once, as the address
 * tells nothing of it from then on. One that is pending ends when the server tells of the plan.
 */
export default function CheckoutConfirmation() {
  const { search } = useLocation()
  const session = useSession()
  const signedIn = session.status === 'signed-in'
  const isPaid = signedIn && session.user.tier === 'pro'
  const confirmation = useConfirmation()
  const phase = confirmation?.phase
  const navigate = useNavigate()

  useEffect(() => {
    if (!signedIn || !returnedCheckout(search)) return
    // When effects run twice, the second one must find the address as the first left it.
    const { pathname, search: present, hash, state } = browserHistory.present().location
    const returned = returnedCheckout(present)
    if (!returned) return
    navigate({ pathname, search: returned.rest, hash }, { replace: true, state })
    const { id } = returned
    if (id) confirmCheckout(id).catch(tellFailure)
  }, [search, signedIn, navigate])

  useEffect(() => {
    if (!isPaid || confirmation?.phase !== 'pending') return
    setConfirmation({ ...confirmation, phase: 'paid' })
    announcePaid().catch(tellFailure)
  }, [isPaid, confirmation])

  if (phase !== 'asking') return null
  return (
    <div className="pointer-events-none fixed inset-x-0 top-20 z-[80] flex justify-center px-4">
      <p
        role="status"
        className="flex items-center gap-2.5 rounded-full border border-line bg-raised py-2 pr-4 pl-3 font-medium shadow-pop"
      >
        <span className="flex text-busy">
          <Spinner size={18} label="" />
        </span>
        Confirming your payment…
      </p>
    </div>
  )
}

const tellFailure = (error: unknown) => logError('The checkout could not be verified.', error)
