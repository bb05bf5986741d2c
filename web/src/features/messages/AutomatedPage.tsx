import { Repeat } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function Component() {
  return (
    <Page title="Automated Messages">
      <Card>
        <EmptyState
          icon={Repeat}
          title="Automated messages are not there yet"
          action={
            <>
              <Link to={paths.newMessage} className={buttonLook({ variant: 'primary' })}>
                New message
              </Link>
              <Link to={paths.scheduled} className={buttonLook()}>
                Scheduled Messages
              </Link>
            </>
          }
        >
          Here messages will repeat by a rule, such as every Monday at nine. Until then, a message
          can be scheduled for one time.
        </EmptyState>
      </Card>
    </Page>
  )
}
