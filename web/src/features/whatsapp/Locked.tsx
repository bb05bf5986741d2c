import { Lock, MessageCircle } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths, pricingFrom } from '../../app/paths.ts'
import { featureWords, useTierToast } from '../../app/refusalToast.ts'
import { Button, buttonLook } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** For a tier without WhatsApp: what it is, and the way to it. */
export function Locked({ isOffered }: { isOffered: boolean }) {
  const tellTier = useTierToast()
  return (
    <EmptyState
      icon={Lock}
      title={isOffered ? 'WhatsApp belongs to Pro' : 'WhatsApp is coming'}
      action={
        <>
          <Button onClick={() => tellTier(featureWords('WhatsApp', 'pro'))}>
            Connect WhatsApp
          </Button>
          <Link to={pricingFrom(paths.whatsapp)} className={buttonLook({ variant: 'plain' })}>
            See what Pro has
          </Link>
        </>
      }
    >
      {isOffered
        ? 'Link your number as you link WhatsApp Web, choose its groups, and schedule messages to them.'
        : 'Linking a WhatsApp account and sending to its groups is still being built. It will belong to the Pro tier.'}
    </EmptyState>
  )
}

/** For a server that does not offer WhatsApp. */
export function NotThereYet() {
  return (
    <EmptyState
      icon={MessageCircle}
      title="WhatsApp is coming"
      action={
        <Link to={paths.telegram} className={buttonLook({ variant: 'primary' })}>
          Open Telegram Manager
        </Link>
      }
    >
      Here you will link a WhatsApp account and choose its groups. Until then, messages go to
      Telegram groups and channels.
    </EmptyState>
  )
}
