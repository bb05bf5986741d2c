import type { Group } from '@carillon/contract/groups'
import { channelFacts } from '@carillon/contract/channels'
import { memo, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Input.tsx'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { hasWords } from '../../groups/search.ts'
import { chatNote, groupWords, isClosed, rulesWords } from '../../groups/words.ts'
import type { Reach } from './Audience.tsx'
import { Chips } from './Chips.tsx'
import { restoreGroups } from './restoreGroups.ts'
import { Sets } from './sets/Sets.tsx'
import { Topics } from './Topics.tsx'

/** From this many groups on they are searched, and the chosen ones stand above them. */
const MANY = 8
/** No more are drawn before one asks: whoever has hundreds searches. */
const SHOWN = 50
/** On a phone so few that they need no place that scrolls by itself, in which a thumb gets caught. */
const SHOWN_NARROW = 8

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
  const [isAll, showAll] = useState(false)
  const words = useDeferredValue(query)
  const networkOf = ({ channel }: Group) => channelFacts[channel].network
  const networks = [...new Set(groups.map(networkOf))]
  const shown = groups
    .filter(
      (group) =>
        (words === '' || hasWords(group, words)) && (!network || networkOf(group) === network),
    )
    // What can be chosen comes first.
    .toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b)))
  const ids = new Set(value.groupIds)
  const free = shown.filter((group) => !ids.has(group.id) && !isClosed(group))
  const choose = (groupIds: string[]) => onChange({ ...value, groupIds })
  const { toggle, setTopics, chosenWith } = useToggles(value, onChange)
  const wide = useWide()
  const first = wide ? SHOWN : SHOWN_NARROW
  const drawn = isAll ? shown : shown.slice(0, first)
  const bar = useRef<HTMLDivElement>(null)
  function chooseMany(groupIds: string[]) {
    flushSync(() => choose(groupIds))
    // The button that was pressed may be gone: the focus stays beside it.
    bar.current?.querySelector('button')?.focus()
  }
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
              onClick={() => chooseMany(chosenWith(free.map(({ id }) => id)))}
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
      <ScrollArea
        {...(wide ? { maxHeight: '20rem' } : drawn.length > SHOWN ? { maxHeight: '70dvh' } : {})}
        label="Groups"
        contentFocusable
      >
        <ul className="grid gap-1">
          {drawn.map((group) => (
            <li
              key={group.id}
              className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]"
            >
              <GroupChoice
                group={group}
                reason={reasons.get(group.id)}
                checked={ids.has(group.id)}
                onToggle={toggle}
                topics={value.topics[group.id] ?? NONE}
                onTopics={setTopics}
              />
            </li>
          ))}
          {drawn.length < shown.length && (
            <li>
              <Button size="sm" variant="plain" onClick={() => showAll(true)}>
                Show {shown.length - drawn.length} more
              </Button>
            </li>
          )}
          {shown.length === 0 && <li className="text-muted">No group found.</li>}
        </ul>
      </ScrollArea>
    </>
  )
}

const NONE: string[] = []

/** What a row does; the same functions always, so that no row is drawn anew because of another. */
function useToggles(value: Reach, onChange: (reach: Reach) => void) {
  const latest = useRef({ value, onChange })
  // In their order: one that is taken out and chosen again stands where it stood.
  const chosenOnce = useRef<string[]>([])
  useEffect(() => {
    latest.current = { value, onChange }
    chosenOnce.current = [...new Set([...chosenOnce.current, ...value.groupIds])]
  })
  /** Those that are chosen with these. */
  const chosenWith = useCallback(
    (ids: readonly string[]) =>
      restoreGroups(chosenOnce.current, latest.current.value.groupIds, ids),
    [],
  )
  return {
    chosenWith,
    toggle: useCallback(
      (id: string, on: boolean) => {
        const { value: reach, onChange: change } = latest.current
        const others = reach.groupIds.filter((other) => other !== id)
        change({ ...reach, groupIds: on ? chosenWith([id]) : others })
      },
      [chosenWith],
    ),
    setTopics: useCallback((id: string, topics: string[]) => {
      const { value: reach, onChange: change } = latest.current
      change({ ...reach, topics: { ...reach.topics, [id]: topics } })
    }, []),
  }
}

type GroupChoiceProps = {
  group: Group
  /** Why it will not get it as asked. */
  reason: string | undefined
  checked: boolean
  onToggle: (id: string, on: boolean) => void
  topics: string[]
  onTopics: (id: string, topics: string[]) => void
}

const GroupChoice = memo(function GroupChoice(props: GroupChoiceProps) {
  const { group, reason, checked, onToggle, topics, onTopics } = props
  const closed = isClosed(group)
  return (
    <div className="grid gap-2 rounded-md px-1 py-1 has-checked:bg-accent-soft/40">
      <Checkbox
        mark={<GroupMark group={group} />}
        label={
          <span dir="auto" className="line-clamp-2 text-left">
            {group.title}
          </span>
        }
        note={
          checked && reason ? (
            <>
              {group.status === 'active' && `${chatNote(group)} · `}
              <span className="text-warn">{reason}</span>
            </>
          ) : (
            noteOf(group)
          )
        }
        checked={checked}
        // One that is chosen can always be taken out.
        disabled={closed && !checked}
        onChange={({ target }) => onToggle(group.id, target.checked)}
      />
      {checked && group.topics.length > 0 && (
        <Topics group={group} chosen={topics} onChange={(ids) => onTopics(group.id, ids)} />
      )}
    </div>
  )
})

/** What a group is and bears; where it cannot take everything, why. */
function noteOf(group: Group): string {
  if (group.status !== 'active') return group.reason ?? groupWords[group.status].meaning
  return [chatNote(group), ...rulesWords(group)].join(' · ')
}
