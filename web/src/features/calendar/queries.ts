import { getCalendar, getToday } from '@carillon/contract/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { SENDS } from '../../api/queryKeys.ts'
import type { Narrowing } from './filters.ts'

/** How often the window of 24 hours moves on, in milliseconds. Changes within it arrive as live events. */
const MOVE_ON_MS = 5 * 60_000

/** The sends of today, and those of the next 24 hours. */
export const useToday = () =>
  useQuery({
    queryKey: [...SENDS, 'today'],
    queryFn: () => call(getToday),
    refetchInterval: MOVE_ON_MS,
  })

/** The sends of the days from `from` to `to` in a time zone, with filters. */
export const useCalendar = (
  from: string,
  to: string,
  timeZone: string,
  only: Narrowing,
  { enabled = true, most }: { enabled?: boolean; most?: number } = {},
) =>
  useQuery({
    queryKey: [...SENDS, 'calendar', from, to, timeZone, only, most],
    queryFn: ({ signal }) =>
      call(
        getCalendar,
        { query: { from, to, timeZone, ...only, ...(most ? { most } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled,
  })
