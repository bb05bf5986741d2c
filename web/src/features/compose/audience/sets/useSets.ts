import {
  createGroupSet,
  deleteGroupSet,
  type GroupSet,
  listGroupSets,
  updateGroupSet,
} from '@carillon/contract/group-sets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { useRefusalToast } from '../../../../app/refusalToast.ts'
import { askOrRead, changeWithRetries } from '../../../../app/retries.ts'
import { toast } from '../../../../ui/toast/store.ts'

const SETS = ['group-sets']

/** The saved sets, asked for again each time they are looked at, since nothing tells of them live. */
export const useSets = () =>
  useQuery({ queryKey: SETS, queryFn: () => call(listGroupSets), refetchOnMount: 'always' })

/** What can be done with sets. Saving and changing throw what the server refused; the others tell it. */
export function useSetActions() {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const tell = (error: unknown) => tellRefusal(error, 'The set was not changed')
  const reread = () => queryClient.invalidateQueries({ queryKey: SETS })
  async function save(name: string, groupIds: string[]) {
    await changeWithRetries((options) =>
      call(createGroupSet, { body: { name, groupIds } }, options),
    )
    await reread()
  }
  async function change({ id, rev }: GroupSet, to: { name: string } | { groupIds: string[] }) {
    try {
      await changeWithRetries((options) =>
        call(updateGroupSet, { params: { id }, body: { rev, ...to } }, options),
      )
    } finally {
      await reread()
    }
  }
  async function replaceGroups(set: GroupSet, groupIds: string[]) {
    await change(set, { groupIds }).catch(tell)
  }
  async function remove({ id, name, groupIds }: GroupSet) {
    try {
      await askOrRead<unknown>(() => call(deleteGroupSet, { params: { id } }), {
        not_found: () => 'gone',
      })
      toast({
        title: `Set “${name}” deleted`,
        ...(groupIds.length > 0 && {
          action: { label: 'Undo', run: () => void save(name, groupIds).catch(tell) },
        }),
      })
    } catch (error) {
      tell(error)
    }
    await reread()
  }
  return { save, change, replaceGroups, remove }
}
