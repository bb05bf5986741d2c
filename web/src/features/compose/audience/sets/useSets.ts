import {
  createGroupSet,
  deleteGroupSet,
  type GroupSet,
  listGroupSets,
  updateGroupSet,
} from '@carillon/contract/group-sets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { errorWords } from '../../../../api/errors.ts'
import { toast } from '../../../../ui/toast/store.ts'

const SETS = ['group-sets']

/** The saved sets, asked for again each time they are looked at, since nothing tells of them live. */
export const useSets = () =>
  useQuery({ queryKey: SETS, queryFn: () => call(listGroupSets), refetchOnMount: 'always' })

/** What can be done with sets. Saving and changing throw what the server refused; the others tell it. */
export function useSetActions() {
  const queryClient = useQueryClient()
  const reread = () => queryClient.invalidateQueries({ queryKey: SETS })
  async function save(name: string, groupIds: string[]) {
    await call(createGroupSet, { body: { name, groupIds } }, { once: true })
    await reread()
  }
  async function change({ id, rev }: GroupSet, to: { name: string } | { groupIds: string[] }) {
    try {
      await call(updateGroupSet, { params: { id }, body: { rev, ...to } })
    } finally {
      await reread()
    }
  }
  async function replaceGroups(set: GroupSet, groupIds: string[]) {
    await change(set, { groupIds }).catch(tell)
  }
  async function remove({ id, name, groupIds }: GroupSet) {
    try {
      await call(deleteGroupSet, { params: { id } })
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

const tell = (error: unknown) =>
  toast({
    variant: 'destructive',
    title: 'The set was not changed',
    description: errorWords(error),
  })
