import { type Group, listGroups } from '@carillon/contract/groups'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { newer } from '../../api/revision.ts'

const KEY = ['groups']

/** The chosen groups. */
export const useGroups = () => useQuery({ queryKey: KEY, queryFn: () => call(listGroups) })

/** Puts a group in the list, or its newer state in the place of the older one. */
export function receiveGroup(queryClient: QueryClient, group: Group) {
  queryClient.setQueryData(KEY, (list: { items: Group[]; nextCursor: null } | undefined) => {
    if (!list) return list
    const present = list.items.find(({ id }) => id === group.id)
    const items = present
      ? list.items.map((item) => (item === present ? newer(present, group) : item))
      : [...list.items, group]
    return { ...list, items }
  })
}

export const refetchGroups = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: KEY })
