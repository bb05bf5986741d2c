import type { Group } from '@carillon/contract/groups'
import { channelFacts } from '@carillon/contract/channels'
import { useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { chatNote, groupWords, isClosed, rulesWords } from '../../groups/words.ts'
import type { Reach } from './Audience.tsx'
import { Chips } from './Chips.tsx'
import { Sets } from './sets/Sets.tsx'
import { Topics } from './Topics.tsx'

/** From this many groups on they are searched, and the chosen ones stand above them. */
const MANY = 8

type GroupChoicesProps = {
  groups: Group[]
  /** Those of them that are chosen. */
  chosen: Group[]
  value: Reach
  onChange: (reach: Reach) => void
  /** Why groups will not get it as asked, by their ids. */
  reasons: ReadonlyMap<string, string>
}

/** All groups, to be searched, filtered by network, and chosen one by one or together. */
export function GroupChoices({ groups, chosen, value, onChange, reasons }: GroupChoicesProps) {
  const [query, setQuery] = useState('')
  const [network, setNetwork] = useState('')
  const words = useDeferredValue(query).trim().toLowerCase()
  const networkOf = ({ channel }: Group) => channelFacts[channel].network
  const networks = [...new Set(groups.map(networkOf))]
  const shown = groups
    .filter(
      (group) =>
        group.title.toLowerCase().includes(words) && (!network || networkOf(group) === network),
    )
    // What can be chosen comes first.
    .toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b)))
  const ids = new Set(value.groupIds)
  const free = shown.filter((group) => !ids.has(group.id) && !isClosed(group))
  const choose = (groupIds: string[]) => onChange({ ...value, groupIds })
  const bar = useRef<HTMLDivElement>(null)
  function chooseMany(groupIds: string[]) {
    flushSync(() => choose(groupIds))
    // The button that was pressed may be gone: the focus stays beside it.
    bar.current?.querySelector('button')?.focus()
  }
  const toggle = (id: string, on: boolean) =>
    choose(on ? [...value.groupIds, id] : value.groupIds.filter((other) => other !== id))
  const isMany = groups.length >= MANY

  return (
    <>
      {isMany && (
        <div className="flex flex-wrap gap-2">
          <div className="min-w-48 flex-1">
            <SearchInput
              aria-label="Search the groups"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              // Enter would submit the form around it.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          </div>
          {networks.length > 1 && (
            <div className="w-40">
              <Select
                aria-label="Network"
                value={network}
                onChange={(event) => setNetwork(event.target.value)}
              >
                <option value="">All networks</option>
                {networks.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </div>
          )}
        </div>
      )}
      {isMany && chosen.length > 0 && (
        <Chips groups={chosen} onRemove={(id) => toggle(id, false)} />
      )}
      {groups.length > 1 && (
        <div ref={bar} className="-my-1 flex flex-wrap items-center gap-1">
          {free.length > 0 && (
            <Button
              size="sm"
              variant="plain"
              className="-ml-2.5"
              onClick={() => chooseMany([...value.groupIds, ...free.map(({ id }) => id)])}
            >
              {shown.length < groups.length ? `Select these ${free.length}` : 'Select all'}
            </Button>
          )}
          {chosen.length > 1 && (
            <Button
              size="sm"
              variant="plain"
              className={free.length > 0 ? '' : '-ml-2.5'}
              onClick={() => chooseMany([])}
            >
              Clear selection
            </Button>
          )}
          <div className="ml-auto">
            <Sets groups={groups} chosen={chosen} onChoose={choose} />
          </div>
        </div>
      )}
      <ScrollArea maxHeight="20rem" label="Groups" reached>
        <ul className="grid gap-1">
          {shown.map((group) => (
            <li
              key={group.id}
              className="[contain-intrinsic-size:auto_44px] [content-visibility:auto]"
            >
              <GroupChoice
                group={group}
                network={networks.length > 1 ? networkOf(group) : undefined}
                reason={reasons.get(group.id)}
                checked={ids.has(group.id)}
                onToggle={(on) => toggle(group.id, on)}
                topics={value.topics[group.id] ?? []}
                onTopics={(ids) =>
                  onChange({ ...value, topics: { ...value.topics, [group.id]: ids } })
                }
              />
            </li>
          ))}
          {shown.length === 0 && <li className="text-muted">No group found.</li>}
        </ul>
      </ScrollArea>
    </>
  )
}

type GroupChoiceProps = {
  group: Group
  /** Its network, where groups of several are offered. */
  network: string | undefined
  /** Why it will not get it as asked. */
  reason: string | undefined
  checked: boolean
  onToggle: (on: boolean) => void
  topics: string[]
  onTopics: (ids: string[]) => void
}

function GroupChoice({
  group,
  network,
  reason,
  checked,
  onToggle,
  topics,
  onTopics,
}: GroupChoiceProps) {
  const closed = isClosed(group)
  return (
    <div className="grid gap-2 rounded-md px-1 py-1 has-checked:bg-accent-soft/40">
      <Checkbox
        label={
          <span className="flex items-center gap-2">
            <GroupMark group={group} small />
            {group.title}
          </span>
        }
        note={
          checked && reason ? (
            <>
              {group.status === 'active' && `${noteWith(network, chatNote(group))} · `}
              <span className="text-warn">{reason}</span>
            </>
          ) : (
            noteWith(network, noteOf(group))
          )
        }
        checked={checked}
        // One that is chosen can always be taken out.
        disabled={closed && !checked}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {checked && group.topics.length > 0 && (
        <Topics group={group} chosen={topics} onChange={onTopics} />
      )}
    </div>
  )
}

const noteWith = (network: string | undefined, note: string) =>
  network ? `${network} · ${note}` : note

/** What a group is and bears; where it cannot take everything, why. */
function noteOf(group: Group): string {
  if (group.status !== 'active') return group.reason ?? groupWords[group.status].meaning
  return [chatNote(group), ...rulesWords(group)].join(' · ')
}
