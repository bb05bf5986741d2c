import type { Group } from '@carillon/contract/groups'
import { SET_GROUPS_MAX } from '@carillon/contract/group-sets'
import { ChevronDown } from 'lucide-react'
import { errorWords } from '../../../../api/errors.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Popover } from '../../../../ui/Popover.tsx'
import { ScrollArea } from '../../../../ui/ScrollArea.tsx'
import { Loading, Skeleton } from '../../../../ui/Skeleton.tsx'
import { count } from '../../../../ui/words.ts'
import { NameForm } from './NameForm.tsx'
import { SetRow } from './SetRow.tsx'
import { useSetActions, useSets } from './useSets.ts'

type SetsProps = {
  groups: readonly Group[]
  /** Those of them that are chosen, which can be saved as a set. */
  chosen: readonly Group[]
  onChoose: (groupIds: string[]) => void
}

/** Groups that are chosen together, saved under names: to choose, save, rename and delete them. */
export function Sets(props: SetsProps) {
  return (
    <Popover
      label="Sets of groups"
      className="w-80 max-w-[calc(100vw-2rem)]"
      trigger={
        <Button size="sm" variant="plain">
          Sets <ChevronDown size={14} aria-hidden className="-mr-1" />
        </Button>
      }
    >
      {(close) => <Panel {...props} close={close} />}
    </Popover>
  )
}

function Panel({ groups, chosen, onChoose, close }: SetsProps & { close: () => void }) {
  const sets = useSets()
  const actions = useSetActions()
  return (
    <div className="grid">
      {sets.isPending && (
        <Loading label="Loading the sets">
          <Skeleton className="m-3 h-9" />
        </Loading>
      )}
      {sets.isError && (
        <Banner tone="danger" action={<Button onClick={() => void sets.refetch()}>Retry</Button>}>
          {errorWords(sets.error)}
        </Banner>
      )}
      {sets.data && sets.data.items.length > 0 && (
        <ScrollArea maxHeight="16rem" label="Saved sets" contentFocusable>
          <ul className="grid p-1.5">
            {sets.data.items.map((set) => (
              <li key={set.id}>
                <SetRow
                  set={set}
                  groups={groups}
                  chosen={chosen}
                  actions={actions}
                  onChoose={(ids) => {
                    onChoose(ids)
                    close()
                  }}
                />
              </li>
            ))}
          </ul>
        </ScrollArea>
      )}
      <div className="border-line p-3 not-first:border-t">
        {chosen.length === 0 || chosen.length > SET_GROUPS_MAX ? (
          <p className="text-sm text-muted">
            {chosen.length === 0
              ? 'Choose groups, then save them here as a set to choose them again by one press.'
              : `A set has at most ${count(SET_GROUPS_MAX, 'group')}.`}
          </p>
        ) : (
          <NameForm
            label={`Save the ${count(chosen.length, 'chosen group')} as a set`}
            verb="Save"
            about={sets.data}
            onSave={(name) =>
              actions.save(
                name,
                chosen.map(({ id }) => id),
              )
            }
          />
        )}
      </div>
    </div>
  )
}
