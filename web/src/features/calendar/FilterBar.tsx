import type { ReactNode } from 'react'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { Select } from '../../ui/Input.tsx'
import { GroupOptions } from '../groups/GroupOptions.tsx'
import { useGroups } from '../groups/queries.ts'
import { type Filters, kindLabels, statusLabels } from './filters.ts'

/** The filters of the calendar; the address has them. */
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
  const { groupId, kind, status } = filters
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      {(groups.length > 1 || groupId) && (
        <Choose
          label="Group"
          value={groupId}
          all="Every group"
          onChoose={(group) => choose({ group })}
          // On a phone it has its own line, because three filters in one line cut their words.
          className="max-sm:basis-full"
        >
          <GroupOptions />
        </Choose>
      )}
      <Choose
        label="Status"
        value={status}
        all="Any status"
        onChoose={(next) => choose({ status: next })}
      >
        {optionsOf(statusLabels)}
      </Choose>
      <Choose label="Kind" value={kind} all="Any kind" onChoose={(next) => choose({ kind: next })}>
        {optionsOf(kindLabels)}
      </Choose>
      {(groupId || kind || status) && (
        <Button variant="plain" onClick={() => choose({ group: '', kind: '', status: '' })}>
          Clear
        </Button>
      )}
    </div>
  )
}

type ChooseProps = {
  label: string
  value: string
  /** The label of no filter. */
  all: string
  onChoose: (value: string) => void
  className?: string
  /** The other choices. */
  children: ReactNode
}

const Choose = ({ label, value, all, onChoose, className, children }: ChooseProps) => (
  <Select
    aria-label={label}
    className={cn('flex-1 sm:w-36 sm:flex-none', className)}
    value={value}
    onChange={(event) => onChoose(event.target.value)}
  >
    <option value="">{all}</option>
    {children}
  </Select>
)

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
