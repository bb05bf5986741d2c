import type { Group } from '@carillon/contract/groups'
import { Send } from 'lucide-react'
import { type Ref, useId } from 'react'
import { errorWords } from '../../../api/errors.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useGroups } from '../../groups/queries.ts'
import { GroupChoices } from './GroupChoices.tsx'

/** Where something goes: groups, and in some of them topics; without an entry it goes to General. */
export type Reach = { groupIds: string[]; topics: Record<string, string[]> }

type AudienceProps = {
  value: Reach
  onChange: (reach: Reach) => void
  /** What is wrong, in words. */
  problem?: string | undefined
  /** Why groups will not get it as asked, by their ids. */
  reasons: ReadonlyMap<string, string>
  /** Of the whole, to move the focus there. */
  ref?: Ref<HTMLFieldSetElement>
}

/** The groups that something is sent to, and what will keep it from some of them. */
export function Audience({ value, onChange, problem, reasons, ref }: AudienceProps) {
  const id = useId()
  const groups = useGroups()
  const known = groups.data?.items ?? []
  // A group that was removed since is still in the form; saving leaves it out.
  const chosen = chosenOf(known, value.groupIds)
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="grid gap-3 rounded-md"
      aria-describedby={problem ? id : undefined}
    >
      <legend className="mb-1.5 flex w-full items-baseline justify-between text-sm font-medium">
        Groups
        {chosen.length > 0 && (
          <span data-tabular className="font-normal text-muted">
            {chosen.length} of {known.length} chosen
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
        <GroupChoices
          groups={known}
          chosen={chosen}
          value={value}
          onChange={onChange}
          reasons={reasons}
        />
      )}
      {problem && <Problem id={id}>{problem}</Problem>}
    </fieldset>
  )
}

function NoGroups() {
  return (
    <EmptyState
      icon={Send}
      title="No groups yet"
      action={
        <Link to={paths.telegram} className={buttonClasses({ variant: 'primary' })}>
          Open Telegram Manager
        </Link>
      }
    >
      Connect a bot and choose the groups it sends to. You can save a draft first.
    </EmptyState>
  )
}

/** The groups that are chosen, of those there are. */
export function chosenOf(groups: readonly Group[], groupIds: readonly string[]): Group[] {
  const ids = new Set(groupIds)
  return groups.filter(({ id }) => ids.has(id))
}
