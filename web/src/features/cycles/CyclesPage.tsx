import { Orbit } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function Component() {
  return (
    <Page title="Cycles">
      <Card>
        <EmptyState
          icon={Orbit}
          title="Cycles are not there yet"
          action={
            <Link to={paths.newMessage} className={buttonLook({ variant: 'primary' })}>
              New message
            </Link>
          }
        >
          A cycle will send several messages in turn on one timetable. Until then, messages can be
          scheduled one at a time.
        </EmptyState>
      </Card>
    </Page>
  )
}
