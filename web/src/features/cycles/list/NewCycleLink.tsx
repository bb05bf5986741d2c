import type { ReactNode } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { prefetching } from '../../../app/pages.ts'
import { paths } from '../../../app/paths.ts'
import { limitWords, useTierToast } from '../../../app/refusalToast.ts'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { useCycleUsage } from '../queries.ts'

/** A link to a new cycle; at the limit of the tier it says so before anything is typed. */
export function NewCycleLink({ children }: { children: ReactNode }) {
  const tellTier = useTierToast()
  if (useCycleUsage()?.isFull) {
    return (
      <Button variant="primary" onClick={() => tellTier(limitWords('cycles'))}>
        {children}
      </Button>
    )
  }
  return (
    <Link
      to={paths.newCycle}
      className={buttonClasses({ variant: 'primary' })}
      {...prefetching(paths.newCycle)}
    >
      {children}
    </Link>
  )
}
