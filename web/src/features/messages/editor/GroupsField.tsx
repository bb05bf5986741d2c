import type { Group } from '@carillon/contract/groups'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { errorWords } from '../../../api/errors.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, buttonLook } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useGroups } from '../../groups/queries.ts'
import { chatNote, groupWords, isClosed } from '../../groups/words.ts'
import type { MessageForm } from '../form.ts'
import { TopicsField } from './TopicsField.tsx'

/** From this many groups on they can be searched. */
const SEARCH_FROM = 8

/** Where the message goes. */
export function GroupsField() {
  const { control, formState } = useFormContext<MessageForm>()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'groupIds' })
  const groups = useGroups()
  const known = groups.data?.items ?? []
  // A group that was removed since is still in the form; saving leaves it out.
  const chosen = known.filter(({ id }) => field.value.includes(id)).length
  const problem = formState.errors.groupIds?.message
  return (
    // The form moves the focus here when something is wrong with it.
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-3"
      aria-describedby={problem ? 'groups-problem' : undefined}
    >
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-medium">
        Groups
        {chosen > 0 && (
          <span data-figures className="font-normal text-muted">
            {chosen} chosen
          </span>
        )}
      </legend>
      {groups.isPending && (
        <Loading label="Loading the groups">
          <Skeleton className="h-9" />
        </Loading>
      )}
      {groups.isError && (
        <Banner tone="danger" action={<Button onClick={() => void groups.refetch()}>Retry</Button>}>
          {errorWords(groups.error)}
        </Banner>
      )}
      {groups.data?.items.length === 0 && <NoGroups />}
      {known.length > 0 && (
        <Choices groups={known} chosen={field.value} onChange={field.onChange} />
      )}
      {problem && <Problem id="groups-problem">{problem}</Problem>}
    </fieldset>
  )
}

function NoGroups() {
  return (
    <EmptyState
      icon={Send}
      title="No groups yet"
      action={
        <Link to={paths.telegram} className={buttonLook({ variant: 'primary' })}>
          Open Telegram Manager
        </Link>
      }
    >
      Connect a bot and choose the groups it sends to. You can save this message as a draft first.
    </EmptyState>
  )
}

type ChoicesProps = { groups: Group[]; chosen: string[]; onChange: (ids: string[]) => void }

function Choices({ groups, chosen, onChange }: ChoicesProps) {
  const [query, setQuery] = useState('')
  const shown = groups.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <>
      {groups.length >= SEARCH_FROM && (
        <SearchInput
          aria-label="Search the groups"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <ul className="grid max-h-72 gap-3 overflow-y-auto">
        {shown.map((group) => (
          <li key={group.id} className="grid gap-2">
            <GroupChoice
              group={group}
              checked={chosen.includes(group.id)}
              onChange={(on) => toggle(group.id, on)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="text-muted">No group is called that.</li>}
      </ul>
    </>
  )
}

type GroupChoiceProps = { group: Group; checked: boolean; onChange: (on: boolean) => void }

function GroupChoice({ group, checked, onChange }: GroupChoiceProps) {
  const closed = isClosed(group)
  return (
    <>
      <Checkbox
        label={group.title}
        note={
          group.status === 'active'
            ? chatNote(group)
            : (group.reason ?? groupWords[group.status].meaning)
        }
        checked={checked}
        // One that is chosen can always be taken out.
        disabled={closed && !checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {checked && group.topics.length > 0 && <TopicsField group={group} />}
    </>
  )
}
