import { type Occurrence, sendAnyway } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { changeWithRetries } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { type UnreachableGroup, unreachableWords } from '../../connections/Unreachable.tsx'
import { waitingWords } from '../words.ts'

type WaitingBannerProps = {
  occurrence: Occurrence
  reach?: Message['reach']
  /** Groups that wait and will get nothing as they are now, if nothing else on the page shows them. */
  unreachable?: readonly UnreachableGroup[]
}

/**
 * Shows what waits for the rules of its groups or for the allowance of its number, and offers to send it anyway if
 * that is possible.
 */
export function WaitingBanner({ occurrence, reach, unreachable = [] }: WaitingBannerProps) {
  const { timeZone } = useUser()
  const now = useNow()
  const tellRefusal = useRefusalToast()
  const { id, waiting } = occurrence
  const isLost = unreachable.length > 0
  const reachable = (waiting?.count ?? 0) - unreachable.length
  const queryClient = useQueryClient()
  const mutationKey = ['send-anyway', id]
  const send = useMutation({
    mutationKey,
    mutationFn: () => changeWithRetries((options) => call(sendAnyway, { params: { id } }, options)),
    onError: (error) => tellRefusal(error, 'It could not be sent'),
  })
  // A second press before the first one is drawn would be refused, since nothing waits any more.
  const press = () => queryClient.isMutating({ mutationKey }) === 0 && send.mutate()
  return (
    <Banner
      tone={isLost ? 'warn' : 'info'}
      className="mb-5"
      // The allowance of a number cannot be ignored.
      action={
        !['allowance', 'restricted'].includes(waiting?.code ?? '') &&
        reachable > 0 && (
          <Button loading={send.isPending} onClick={press}>
            Send anyway
          </Button>
        )
      }
    >
      {[
        // If no group can be reached, the deliveries do not wait for a time.
        reachable > 0 || !isLost ? `${waitingWords(occurrence, timeZone, now, reach)}.` : '',
        isLost ? `As it is now, ${unreachableWords(unreachable)}` : '',
      ]
        .filter(Boolean)
        .join(' ')}
    </Banner>
  )
}
