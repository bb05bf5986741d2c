import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Input.tsx'
import { useGroups } from '../groups/queries.ts'
import { fateLabels, type Filters, kindLabels } from './filters.ts'

/** Narrows the calendar; what is chosen stands in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const [, setSearch] = useSearchParams()
  const groups = useGroups().data?.items ?? []
  const choose = (changes: Record<string, string>) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { groupId, kind, fate } = filters
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      {(groups.length > 1 || groupId) && (
        <Choose
          label="Group"
          value={groupId}
          all="Every group"
          onChoose={(group) => choose({ group })}
          of={groups.map(({ id, title }) => [id, title])}
        />
      )}
      <Choose
        label="Status"
        value={fate}
        all="Any status"
        onChoose={(next) => choose({ fate: next })}
        of={Object.entries(fateLabels)}
      />
      <Choose
        label="Kind"
        value={kind}
        all="Any kind"
        onChoose={(next) => choose({ kind: next })}
        of={Object.entries(kindLabels)}
      />
      {(groupId || kind || fate) && (
        <Button variant="plain" onClick={() => choose({ group: '', kind: '', fate: '' })}>
          Clear
        </Button>
      )}
    </div>
  )
}

type ChooseProps = {
  label: string
  value: string
  /** What the choice of none is called. */
  all: string
  of: (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

const Choose = ({ label, value, all, of, onChoose }: ChooseProps) => (
  <Select
    aria-label={label}
    className="flex-1 sm:w-36 sm:flex-none"
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    <option value="">{all}</option>
    {of.map(([id, name]) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
)
