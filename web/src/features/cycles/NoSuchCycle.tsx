import { FileQuestion } from 'lucide-react'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TypedHere } from '../compose/TypedHere.tsx'

/** Shown if a cycle does not exist or belongs to another user; it does not say which. */
export function NoSuchCycle({ id, title }: { id: string; title: string }) {
  return (
    <Page title={title} width="wide">
      <TypedHere place={id} noun="cycle" />
      <Card>
        <EmptyState
          icon={FileQuestion}
          title="There is no such cycle"
          action={
            <Link to={paths.cycles} className={buttonClasses({ variant: 'primary' })}>
              Back to Cycles
            </Link>
          }
        >
          It may have been deleted, or the address is not quite right.
        </EmptyState>
      </Card>
    </Page>
  )
}
