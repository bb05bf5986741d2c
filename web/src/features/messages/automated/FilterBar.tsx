import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { Select } from '../../../ui/Input.tsx'
import { useGroups } from '../../groups/queries.ts'
import { figure } from '../../groups/words.ts'
import { SearchField } from '../list/SearchField.tsx'
import { useCounts } from '../queries.ts'
import { type Filters, showCount, showLabels, shows } from './filters.ts'

/** Narrows the list; what is chosen stands in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const [, setSearch] = useSearchParams()
  const groups = useGroups().data?.items ?? []
  const counts = useCounts('automated').data
  const choose = (name: string, value: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className="grid grid-cols-2 items-center gap-3 sm:flex [&>:last-child]:col-span-2">
      <Select
        aria-label="Show"
        className="sm:max-w-48"
        value={filters.show}
        onChange={({ target: { value } }) => choose('show', value === 'all' ? '' : value)}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {showLabels[show]}
            {counts ? ` (${figure(showCount(show, counts))})` : ''}
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
          {groups.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
      <SearchField q={filters.q} />
    </div>
  )
}
