import type { Staying, StayingItem } from '@carillon/contract/payments'
import { useDeferredValue, useId, useState } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { agoTime } from '../../../ui/time/words.ts'
import { useNow } from '../../../ui/time/useNow.ts'
import { count } from '../../../ui/words.ts'
import { type Chosen, isMore, suspendedOf, withChoice } from './staying.ts'

/** From this many on they are searched. */
const MANY = 8

type StayingChoiceProps = { staying: Staying; value: Chosen; onChange: (chosen: Chosen) => void }

/** Chooses the groups and cycles that stay on Free; nothing where all of them do. */
export function StayingChoice({ staying, value, onChange }: StayingChoiceProps) {
  const { groups, cycles, limits } = staying
  return (
    <div className="grid gap-5">
      {isMore(groups, limits.maxGroups) && (
        <Kind
          noun="group"
          list={groups}
          max={limits.maxGroups ?? Infinity}
          chosen={value.groupIds}
          onChange={(groupIds) => onChange({ ...value, groupIds })}
        />
      )}
      {isMore(cycles, limits.maxCycles) && (
        <Kind
          noun="cycle"
          list={cycles}
          max={limits.maxCycles ?? Infinity}
          chosen={value.cycleIds}
          onChange={(cycleIds) => onChange({ ...value, cycleIds })}
        />
      )}
    </div>
  )
}

type KindProps = {
  noun: 'group' | 'cycle'
  list: Staying['groups']
  max: number
  chosen: string[]
  onChange: (ids: string[]) => void
}

function Kind({ noun, list, max, chosen, onChange }: KindProps) {
  const [query, setQuery] = useState('')
  const words = useDeferredValue(query).trim().toLowerCase()
  const name = useId()
  const { items, total } = list
  const shown = items
    .filter((item) => item.name.toLowerCase().includes(words))
    // Groups that stay now are seen at once, even if they were not used for long.
    .toSorted((a, b) => Number(b.stays) - Number(a.stays))
  const isFull = chosen.length >= max
  const rest = suspendedOf(list, max)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">
        {max === 1 ? `The ${noun} that stays` : `${chosen.length} of ${max} ${noun}s that stay`}
      </legend>
      {total >= MANY && (
        <SearchInput
          aria-label={`Search the ${noun}s`}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className="max-h-40 overflow-y-auto rounded-md border border-line p-1">
        {shown.map((item) => (
          <li
            key={item.id}
            className="[contain-intrinsic-size:auto_44px] [content-visibility:auto] rounded-sm px-2 py-1.5 has-checked:bg-accent-soft/40"
          >
            <Item
              item={item}
              name={name}
              isOnly={max === 1}
              checked={chosen.includes(item.id)}
              disabled={max > 1 && isFull && !chosen.includes(item.id)}
              onChange={(on) => onChange(withChoice(chosen, item.id, on, max))}
            />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="px-2 py-1.5 text-muted">No {noun} is called that.</li>
        )}
      </ul>
      <p className="text-sm text-muted">
        {count(rest, `other ${noun}`)} {rest === 1 ? 'is' : 'are'} suspended.
        {total > items.length && ` Shown are the ${items.length} that were used last.`}
        {noun === 'cycle' && ' A cycle that stays sends only to groups that stay.'}
      </p>
    </fieldset>
  )
}

const statuses = { active: 'On', paused: 'Paused', draft: 'Draft' }

type ItemProps = {
  item: StayingItem
  name: string
  isOnly: boolean
  checked: boolean
  disabled: boolean
  onChange: (on: boolean) => void
}

function Item({ item, name, isOnly, checked, disabled, onChange }: ItemProps) {
  const now = useNow()
  const words = {
    label: <span className="wrap-anywhere">{item.name || 'Without a name'}</span>,
    note: [
      item.status && statuses[item.status],
      item.usedAt ? `Last used ${agoTime(item.usedAt, now)}` : 'Not used yet',
      item.closed && 'nothing can be sent there now',
    ]
      .filter(Boolean)
      .join(' · '),
  }
  const Control = isOnly ? Radio : Checkbox
  return (
    <Control
      {...words}
      name={name}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
