import { Select } from '../../../ui/Input.tsx'
import { withCommas } from '../../../ui/words.ts'
import { GroupOptions } from '../../groups/GroupOptions.tsx'
import { useGroups } from '../../groups/queries.ts'
import { OrderFields } from '../list/OrderFields.tsx'
import { SearchField } from '../list/SearchField.tsx'
import { useChoose } from '../list/useChoose.ts'
import { useCounts } from '../queries.ts'
import { type Filters, showCount, showLabels, shows } from './filters.ts'

/** Filters the list; the choice is kept in the URL. */
export function FilterBar({ filters }: { filters: Filters }) {
  const choose = useChoose()
  const groups = useGroups().data?.items ?? []
  const counts = useCounts('automated').data
  return (
    <div className="grid grid-cols-2 flex-wrap items-center gap-3 sm:flex [&>:last-child]:col-span-2 sm:[&>:last-child]:ml-auto">
      <Select
        aria-label="Show"
        className="sm:max-w-48"
        value={filters.show}
        onChange={({ target: { value } }) => choose('show', value === 'all' ? '' : value)}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {showLabels[show]}
            {counts ? ` (${withCommas(showCount(show, counts))})` : ''}
          </option>
        ))}
      </Select>
      {(groups.length > 1 || filters.groupId) && (
        <Select
          aria-label="Group"
          className="sm:max-w-56"
          value={filters.groupId}
          onChange={(event) => choose('group', event.target.value)}
        >
          <option value="">Every group</option>
          <GroupOptions />
        </Select>
      )}
      <OrderFields {...filters} />
      <SearchField q={filters.q} />
    </div>
  )
}
