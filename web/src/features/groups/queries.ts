import { listGroups } from '@carillon/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { GROUPS } from './cache.ts'

/** The chosen groups. */
export const useGroups = () => useQuery({ queryKey: GROUPS, queryFn: () => call(listGroups) })
