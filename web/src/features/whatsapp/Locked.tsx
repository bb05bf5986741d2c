import { Lock, MessageCircle } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths, pricingFrom } from '../../app/paths.ts'
import { featureWords, useTierToast } from '../../app/refusalToast.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** For a tier without WhatsApp: what it is, and the way to it. */
export function Locked() {
  const tellTier = useTierToast()
  return (
    <EmptyState
      icon={Lock}
      title="WhatsApp belongs to Pro"
      action={
        <>
          <Link to={pricingFrom(paths.whatsapp)} className={buttonClasses({ variant: 'primary' })}>
            See what Pro has
          </Link>
          <Button onClick={() => tellTier(featureWords('WhatsApp', 'pro'))}>
            Connect WhatsApp
          </Button>
        </>
      }
    >
      Link your number as you link WhatsApp Web, choose its groups, and schedule messages to them.
    </EmptyState>
  )
}

/** For a server that does not offer WhatsApp. */
export function NotOffered() {
  return (
    <EmptyState
      icon={MessageCircle}
      title="This server does not offer WhatsApp"
      action={
        <Link to={paths.telegram} className={buttonClasses({ variant: 'primary' })}>
          Open Telegram Manager
        </Link>
      }
    >
      Whoever runs it decides that. Messages go to Telegram groups and channels.
    </EmptyState>
  )
}
