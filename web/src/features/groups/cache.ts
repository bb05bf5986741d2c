import type { Group } from '@carillon/contract/groups'
import type { QueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'
import { newer } from '../../api/revision.ts'

/** Where the chosen groups stand in the query cache. */
export const GROUPS = ['groups']

/** Puts a group in the list, or its newer state in the place of the older one. */
export function receiveGroup(queryClient: QueryClient, group: Group) {
  queryClient.setQueryData(GROUPS, (list: { items: Group[]; nextCursor: null } | undefined) => {
    if (!list) return list
    const present = list.items.find(({ id }) => id === group.id)
    const items = present
      ? list.items.map((item) => (item === present ? newer(present, group) : item))
      : [...list.items, group]
    return { ...list, items }
  })
}

export const refetchGroups = (queryClient: QueryClient) => askAgain(queryClient, GROUPS)
