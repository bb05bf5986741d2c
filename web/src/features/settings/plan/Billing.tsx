import type { Subscription } from '@carillon/contract/payments'
import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Time } from '../../../ui/time/Time.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { StayingNote } from './StayingNote.tsx'
import { useBilling } from './useBilling.ts'

/** The subscription of somebody who pays, and what can be done with it. Its words are the specification's. */
export function Billing({ subscription }: { subscription: Subscription }) {
  const { portal, cancel, resume } = useBilling()
  const [asking, setAsking] = useState(false)
  const { status, endsAt, renewsAt, cancelable, resumable } = subscription
  const toPortal = () => portal.mutate()
  const failed = [portal, resume, cancel].find(({ isError }) => isError)
  return (
    <>
      <SubscriptionState subscription={subscription} onFix={toPortal} fixing={portal.isPending} />
      {(endsAt || status === 'past_due') && <StayingNote />}
      {(cancelable || resumable) && (
        <div className="grid gap-3 border-t border-line pt-4">
          <div className="flex flex-wrap gap-2">
            {resumable && (
              <Button variant="primary" loading={resume.isPending} onClick={() => resume.mutate()}>
                Resume subscription
              </Button>
            )}
            <Button loading={portal.isPending} onClick={toPortal}>
              Manage billing
            </Button>
            {cancelable && <Button onClick={() => setAsking(true)}>Cancel subscription</Button>}
          </div>
          <p className="text-sm text-muted">
            Manage billing opens the page of the payment provider: invoices, card and address.
          </p>
          {failed?.error && (
            <Banner
              tone="danger"
              title="That did not work"
              {...(failed === cancel
                ? {}
                : {
                    action: (
                      <Button onClick={failed === portal ? toPortal : () => resume.mutate()}>
                        Retry
                      </Button>
                    ),
                  })}
            >
              {errorWords(failed.error)}
            </Banner>
          )}
        </div>
      )}
      <CancelDialog
        open={asking}
        busy={cancel.isPending}
        endsAt={renewsAt}
        onOpenChange={setAsking}
        onCancel={(chosen) => cancel.mutate(chosen, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

type SubscriptionStateProps = { subscription: Subscription; onFix: () => void; fixing: boolean }

/** Until when it lasts, and what is wrong with it. */
function SubscriptionState({ subscription, onFix, fixing }: SubscriptionStateProps) {
  const { timeZone } = useUser()
  const { tier, status, endsAt, graceUntil, renewsAt, resumable } = subscription
  const within = (at: string) => <Time at={at} zone={timeZone} as="within" />
  if (status === 'past_due') {
    return (
      <Banner
        tone="warn"
        title={graceUntil ? 'Your last payment failed' : 'Your subscription is not paid for'}
        action={
          <Button loading={fixing} onClick={onFix}>
            Check your card
          </Button>
        }
      >
        {graceUntil ? (
          <>
            Pro stays until {within(graceUntil)}. The card is charged again before that; on the
            billing page you can change it.
          </>
        ) : (
          'Pro comes back as soon as it is paid. On the billing page you can pay, or change the card.'
        )}
      </Banner>
    )
  }
  if (!endsAt) return null
  const stays = (
    <>
      {tier === 'pro' ? 'Pro stays' : 'It runs'} until {within(endsAt)}.
    </>
  )
  if (!resumable) {
    return (
      <Banner title="Your subscription is not renewed here">
        {stays} This server does not use its payment provider any more; cancel it there.
      </Banner>
    )
  }
  return renewsAt ? (
    <Banner title="Your subscription has an end">{stays} It is renewed until then.</Banner>
  ) : (
    <Banner title="Your subscription is cancelled">{stays} Nothing is charged any more.</Banner>
  )
}
