import { useState } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { withCommas } from '../../../ui/words.ts'
import { DeliveryRow } from '../../messages/deliveries/DeliveryRow.tsx'
import { useDeliveriesOf } from '../queries.ts'

/** The number of copies that are shown at first; those that did not arrive come first. */
const SHOWN = 8

/** The result of each copy of one run of a cycle, with its attempts. */
export function Copies({ cycleId, occurrenceId }: { cycleId: string; occurrenceId: string }) {
  const deliveries = useDeliveriesOf(cycleId, occurrenceId)
  const [all, setAll] = useState(false)
  if (deliveries.isPending) {
    return (
      <Loading label="Loading the deliveries">
        <Skeleton className="m-4 h-5" />
      </Loading>
    )
  }
  if (!deliveries.data) {
    return (
      <Banner
        tone="danger"
        className="m-4"
        action={<Button onClick={() => void deliveries.refetch()}>Retry</Button>}
      >
        {errorWords(deliveries.error)}
      </Banner>
    )
  }
  const copies = deliveries.data.toSorted(
    (a, b) =>
      Number(a.status === 'sent') - Number(b.status === 'sent') ||
      a.groupTitle.localeCompare(b.groupTitle, undefined, { numeric: true }),
  )
  const shown = all ? copies : copies.slice(0, SHOWN)
  return (
    <>
      <ul className="-mt-px border-t border-line bg-sunken">
        {shown.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {(shown.length < copies.length || deliveries.hasNextPage) && (
        <div className="flex justify-center p-3">
          {shown.length < copies.length ? (
            <Button size="sm" onClick={() => setAll(true)}>
              Show {withCommas(copies.length - shown.length)} more
            </Button>
          ) : (
            <Button
              size="sm"
              loading={deliveries.isFetchingNextPage}
              onClick={() => void deliveries.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </div>
      )}
    </>
  )
}
