import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { later, LaterPart } from '../../../ui/later.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'

// Only who looks for an earlier text loads it.
const VersionList = later(async () => (await import('./VersionList.tsx')).default)

type VersionsProps = {
  messageId: string
  /** The state of the message that is shown. */
  rev: number
}

/** What a message said before, and what was changed, once somebody asks. */
export function Versions({ messageId, rev }: VersionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Card aria-label="Versions">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="rounded-lg px-4 py-2.5 text-sm font-medium text-muted">
          Versions
        </summary>
        {open && (
          <LaterPart
            fallback={
              <Loading label="Loading the versions">
                <Skeleton className="h-28" />
              </Loading>
            }
          >
            <VersionList messageId={messageId} rev={rev} />
          </LaterPart>
        )}
      </details>
    </Card>
  )
}
