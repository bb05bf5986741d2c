import type { DataOf } from '@carillon/contract/endpoint'
import type { Group, listGroups } from '@carillon/contract/groups'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'
import { PREFLIGHT } from '../../api/queryKeys.ts'
import { newer } from '../../api/revision.ts'

/** Where the chosen groups stand in the query cache. */
export const GROUPS = ['groups']

type List = DataOf<typeof listGroups>

/** Puts a group in the list, or its newer state in the place of the older one. */
export function receiveGroup(queryClient: QueryClient, group: Group) {
  queryClient.setQueryData(GROUPS, (list: List | undefined) => {
    if (!list) return list
    const present = list.items.find(({ id }) => id === group.id)
    const items = present
      ? list.items.map((item) => (item === present ? newer(present, group) : item))
      : [...list.items, group]
    return { ...list, items }
  })
  void askAgain(queryClient, PREFLIGHT)
}

/** Asks for the groups again, and for what was judged of them. */
export function refetchGroups(queryClient: QueryClient): Promise<void> {
  void askAgain(queryClient, PREFLIGHT)
  return askAgain(queryClient, GROUPS)
}

/** Whether no message was sent to any of these groups yet. */
export const areNew = (groups: readonly Pick<Group, 'lastSentAt'>[]): boolean =>
  groups.every(({ lastSentAt }) => lastSentAt === null)

/** Reads the groups again after the first message was sent, because a send causes no event of its groups. */
export function refetchNewGroups(queryClient: QueryClient) {
  const list = queryClient.getQueryData<List>(GROUPS)
  if (list && areNew(list.items)) void askAgain(queryClient, GROUPS)
}
