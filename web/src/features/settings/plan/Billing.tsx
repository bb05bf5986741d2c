import { cancelSubscription, openPortal } from '@carillon/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { logError } from '../../../api/log.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { CancelDialog } from './CancelDialog.tsx'

/** The subscription of somebody who pays. Its words are the specification's. */
export function Billing() {
  const { timeZone } = useUser()
  const [asking, setAsking] = useState(false)
  const portal = useMutation({
    mutationFn: () => call(openPortal),
    onSuccess: ({ portalUrl }) => location.assign(portalUrl),
    onError: (error) => fail('Failed to get customer portal URL. Please try again.', error),
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelSubscription),
    onSuccess: () => {
      setAsking(false)
      toast({ title: 'Success', description: 'Your subscription has been cancelled.' })
    },
    onError: (error) => {
      setAsking(false)
      fail('Failed to cancel subscription. Please try again.', error)
    },
  })

  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {cancel.data?.endsAt && (
        <p className="text-muted">
          Your subscription is cancelled. Pro stays until{' '}
          <Time at={cancel.data.endsAt} zone={timeZone} as="short" />.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button loading={portal.isPending} onClick={() => portal.mutate()}>
          Manage billing
        </Button>
        {!cancel.data && <Button onClick={() => setAsking(true)}>Cancel subscription</Button>}
      </div>
      <CancelDialog
        open={asking}
        busy={cancel.isPending}
        onOpenChange={setAsking}
        onCancel={() => cancel.mutate()}
      />
    </div>
  )
}

function fail(description: string, error: unknown) {
  logError(description, error)
  toast({ variant: 'destructive', title: 'Error', description })
}
