import { Lock, MessageCircle } from 'lucide-react'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths, pricingFrom } from '../../app/paths.ts'
import { featureWords, useTierToast } from '../../app/refusalToast.ts'
import { Button, buttonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** WhatsApp belongs to Pro; linking an account is still to be built. */
export function Component() {
  const { limits } = useUser()
  return (
    <Page title="Whatsapp Manager">
      <Card>{limits.whatsappAccess ? <NotThereYet /> : <Locked />}</Card>
    </Page>
  )
}

function Locked() {
  const tellTier = useTierToast()
  return (
    <EmptyState
      icon={Lock}
      title="WhatsApp is coming"
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
      Linking a WhatsApp account and sending to its groups is still being built. It will belong to
      the Pro tier.
    </EmptyState>
  )
}

function NotThereYet() {
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
