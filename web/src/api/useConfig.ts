import { getConfig } from '@carillon/contract/config'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

/** What this server offers; it stays the same while a page is open. */
export const useConfig = () =>
  useQuery({ queryKey: ['config'], queryFn: () => call(getConfig), staleTime: Infinity })
