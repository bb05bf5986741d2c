import { Orbit } from 'lucide-react'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { NewCycleLink } from './NewCycleLink.tsx'

/** Explains cycles if there are none. The templates are below it. */
export function NoCycles() {
  return (
    <Card>
      <EmptyState
        icon={Orbit}
        title="No cycles yet"
        action={<NewCycleLink>Make a cycle</NewCycleLink>}
      >
        A cycle sends several messages in turn on one timetable: a tip each day, an offer each week.
        Make your own, or begin with an example.
      </EmptyState>
    </Card>
  )
}
