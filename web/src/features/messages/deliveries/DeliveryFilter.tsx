import type { Occurrence } from '@carillon/contract/deliveries'
import { Choice, choicesClasses } from '../../../ui/Choice.tsx'
import { cn } from '../../../ui/cn.ts'
import { deliveryWords } from './words.ts'

/** Which deliveries are shown, with the statuses they have, as the API takes them. */
const FILTERS = {
  all: { label: 'All', statuses: undefined, countOf: ({ total }: Occurrence) => total },
  not: {
    label: 'Not sent',
    statuses: 'failed,skipped',
    countOf: ({ failed, skipped }: Occurrence) => failed + skipped,
  },
  unsure: {
    label: deliveryWords.unconfirmed.label,
    statuses: 'unconfirmed',
    countOf: ({ unconfirmed }: Occurrence) => unconfirmed,
  },
  left: {
    label: 'Still to be sent',
    statuses: 'queued,waiting,held,sending',
    countOf: ({ pending }: Occurrence) => pending,
  },
  sent: { label: 'Sent', statuses: 'sent', countOf: ({ sent }: Occurrence) => sent },
}
export type Filter = keyof typeof FILTERS

/** Fewer deliveries are seen at once. */
const FILTERED_FROM = 8

/** The filters that show some of the deliveries of this occurrence, but not all; none if there are only a few. */
export function filtersOf(occurrence: Occurrence | null): Filter[] {
  if (!occurrence || occurrence.total < FILTERED_FROM) return []
  const some = (Object.keys(FILTERS) as Filter[]).filter(
    (filter) => FILTERS[filter].countOf(occurrence) > 0,
  )
  return some.length > 2 ? some : []
}

export const statusesOf = (filter: Filter): string | undefined => FILTERS[filter].statuses

type FilterProps = { filters: readonly Filter[]; chosen: Filter; onChoose: (to: Filter) => void }

/** Chooses which deliveries of a message are shown. */
export function DeliveryFilter({ filters, chosen, onChoose }: FilterProps) {
  return (
    <fieldset className="border-b border-line p-2">
      <legend className="sr-only">Deliveries to show</legend>
      <div className={cn(choicesClasses, 'flex-wrap')}>
        {filters.map((filter) => (
          <Choice
            key={filter}
            label={FILTERS[filter].label}
            name="deliveries"
            checked={filter === chosen}
            onChange={() => onChoose(filter)}
          />
        ))}
      </div>
    </fieldset>
  )
}
