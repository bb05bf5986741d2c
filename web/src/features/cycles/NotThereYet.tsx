import { Orbit } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonLook } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Says plainly what this version cannot do, and what one can do meanwhile. */
export function NotThereYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title}>
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
          {children}
        </EmptyState>
      </Card>
    </Page>
  )
}
