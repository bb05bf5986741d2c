import { channelFacts } from '@carillon/contract/channels'
import { type Cycle, getCycle, updateCycle } from '@carillon/contract/cycles'
import type { Group } from '@carillon/contract/groups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Link } from '../../../app/navigation/Link.tsx'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { askOrRead } from '../../../app/retries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import type { Reach } from '../../compose/audience/Audience.tsx'
import { restoreReach } from '../../compose/audience/restoreGroups.ts'
import { rowPath } from '../../groups/rowPath.ts'
import { unreachableWords, useUnreachable } from '../../connections/Unreachable.tsx'
import { isBotOut } from '../../groups/words.ts'
import { isDismissible, isSending } from '../../messages/words.ts'
import { receiveCycle } from '../cache.ts'
import { useCycleActions } from './useCycleActions.tsx'

/** The problems of a cycle that need a person, and the groups that get nothing, each with an action that helps. */
export function AttentionBanner({ cycle }: { cycle: Cycle }) {
  const { attention, status, groupIds } = cycle
  const isRunning = status === 'active' || status === 'paused'
  const unreachable = useUnreachable(isRunning ? groupIds : [])
  const [first] = unreachable
  const { dismiss, busy } = useCycleActions(cycle)
  const seen = isDismissible(cycle) && !isSending(cycle)
  if (!attention && !first) return null
  return (
    <Banner
      tone="warn"
      className="mb-5"
      action={
        (first || seen) && (
          <>
            {first && <Mend cycle={cycle} groups={unreachable} first={first} />}
            {seen && (
              <Button variant="plain" loading={busy} onClick={dismiss}>
                Dismiss
              </Button>
            )}
          </>
        )
      }
    >
      {attention?.text ?? unreachableWords(unreachable)}
    </Banner>
  )
}

type MendProps = { cycle: Cycle; groups: readonly Group[]; first: Group }

function Mend({ cycle, groups, first }: MendProps) {
  const takeOut = useTakeOut(cycle)
  const { network } = channelFacts[first.channel]
  const isAll = groups.length === cycle.groupIds.length
  return (
    <>
      <Link to={rowPath(first)} className={buttonClasses({})}>
        {isBotOut(first) ? 'Add the bot again' : `Open ${network} Manager`}
      </Link>
      {/* Without any group it could not go on. */}
      {!isAll && (
        <Button loading={takeOut.isPending} onClick={() => takeOut.mutate(groups)}>
          {groups.length === 1 ? 'Take the group out' : `Take ${groups.length} groups out`}
        </Button>
      )}
    </>
  )
}

/** Removes groups from a cycle, with an undo that restores their order. */
function useTakeOut({ id }: Cycle) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const { timeZone } = useUser()

  /** Changes the groups of the present cycle. Returns the former groups. */
  async function change(reachOf: (present: Reach) => Reach): Promise<Reach> {
    // Only the form knows which fields are written. It loads here, because it is part of the editor.
    const { formOf, inputOf } = await import('../form.ts')
    const read = () => call(getCycle, { params: { id } })
    const cycle = await read()
    const form = formOf(cycle, Date.now(), timeZone)
    const { groupIds, topics } = form
    const reach = reachOf({ groupIds, topics })
    const input = inputOf({ ...form, ...reach }, 'draft', cycle)
    // A cycle that has ended meanwhile is refused: saved as active it would start again.
    const status = cycle.status === 'active' || cycle.status === 'draft' ? cycle.status : 'paused'
    const put = (once: { once: string }) =>
      call(updateCycle, { params: { id }, body: { ...input, status, rev: cycle.rev } }, once)
    const changed = await askOrRead<Cycle>(put, { already_done: read })
    receiveCycle(queryClient, changed)
    return { groupIds, topics }
  }

  function undo(before: Reach, groups: readonly Group[]) {
    const gone = groups.map((group) => group.id)
    void change((present) => restoreReach(present, before, gone)).catch((error: unknown) =>
      tellRefusal(error, 'It could not be undone'),
    )
  }
  return useMutation({
    mutationFn: (groups: readonly Group[]) => {
      const gone = new Set(groups.map((group) => group.id))
      return change(({ groupIds, topics }) => ({
        groupIds: groupIds.filter((one) => !gone.has(one)),
        topics,
      }))
    },
    onSuccess: (before, groups) =>
      toast({
        title: groups.length === 1 ? 'The group was taken out' : 'The groups were taken out',
        action: { label: 'Undo', run: () => undo(before, groups) },
      }),
    onError: (error) => tellRefusal(error, 'That did not work'),
  })
}
