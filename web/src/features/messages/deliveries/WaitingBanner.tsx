import { type Occurrence, sendAnyway } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { askWithRetries, reportLostAnswer } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { waitingWords } from '../words.ts'

/** Says what waits for the rules of its groups or for its number, and offers to send it anyway where that is allowed. */
export function WaitingBanner({
  occurrence,
  reach,
}: {
  occurrence: Occurrence
  reach?: Message['reach']
}) {
  const { timeZone } = useUser()
  const now = useNow()
  const tellRefusal = useRefusalToast()
  const { id } = occurrence
  const send = useMutation({
    mutationFn: () => askWithRetries(() => call(sendAnyway, { params: { id } }, { once: true })),
    onError: (error) => reportLostAnswer(error) || tellRefusal(error, 'It could not be sent'),
  })
  return (
    <Banner
      className="mb-5"
      // What the network allows a number cannot be ignored.
      action={
        !['allowance', 'restricted'].includes(occurrence.waiting?.code ?? '') && (
          <Button loading={send.isPending} onClick={() => send.mutate()}>
            Send anyway
          </Button>
        )
      }
    >
      {waitingWords(occurrence, timeZone, now, reach)}.
    </Banner>
  )
}
