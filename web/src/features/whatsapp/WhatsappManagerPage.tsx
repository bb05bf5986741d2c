import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function Component() {
  return (
    <Page title="Whatsapp Manager">
      <Card>
        <EmptyState
          icon={MessageCircle}
          title="WhatsApp is not there yet"
          action={
            <Link to={paths.telegram} className={buttonLook({ variant: 'primary' })}>
              Open Telegram Manager
            </Link>
          }
        >
          Here you will link a WhatsApp account and choose its groups. Until then, messages go to
          Telegram groups and channels.
        </EmptyState>
      </Card>
    </Page>
  )
}
