import { Button } from '../../../ui/Button.tsx'
import { usePortal } from './usePortal.ts'

/** The way to the invoices of somebody who pays nothing now; whoever never did is told so. */
export function PastBills() {
  const portal = usePortal()
  return (
    <div className="-mt-1 -ml-2.5">
      <Button variant="plain" size="sm" loading={portal.isPending} onClick={() => portal.mutate()}>
        Past invoices
      </Button>
    </div>
  )
}
