import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'

// Loaded when somebody looks for an earlier text.
const VersionList = lazyComponent(async () => (await import('./VersionList.tsx')).default)

type VersionsProps = {
  messageId: string
  /** The state of the message that is shown. */
  rev: number
}

/** The earlier contents of a message and their changes, shown on request. */
export function Versions({ messageId, rev }: VersionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Card aria-label="Versions">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="rounded-lg px-4 py-2.5 text-sm font-medium text-muted">
          Versions
        </summary>
        {open && (
          <LazyPart
            fallback={
              <Loading label="Loading the versions">
                <Skeleton className="h-28" />
              </Loading>
            }
          >
            <VersionList messageId={messageId} rev={rev} />
          </LazyPart>
        )}
      </details>
    </Card>
  )
}
