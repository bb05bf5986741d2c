import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Confirmation } from './confirmation.ts'

type CheckoutWordsProps = { confirmation: Confirmation; className: string | undefined }

/** What became of a checkout that did not give its plan. */
export default function CheckoutWords({ confirmation, className }: CheckoutWordsProps) {
  const place = className ? { className } : {}
  if (confirmation.phase === 'pending') {
    return (
      <Banner
        {...place}
        title="Your payment is being confirmed"
        action={<Button onClick={() => void again(confirmation.checkoutId)}>Check again</Button>}
      >
        Pro comes by itself as soon as the payment provider tells us of it. You need not pay again.
      </Banner>
    )
  }
  if (confirmation.phase === 'failed') {
    return (
      <Banner {...place} tone="warn" title="The payment did not go through">
        Your plan is as it was. You can try again whenever you like.
      </Banner>
    )
  }
  if (confirmation.phase === 'void') {
    return (
      <Banner {...place} title="This checkout changes nothing">
        It is not one of yours, or it is over. Your plan is as it was.
      </Banner>
    )
  }
  return null
}

const again = async (checkoutId: string) =>
  (await import('./checkout.ts')).confirmCheckout(checkoutId)
