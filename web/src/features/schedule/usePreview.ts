import { previewSchedule } from '@carillon/contract/schedule'
import { Schedule } from '@carillon/contract/schedule/schedule'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'

/** How long a pause in typing, in milliseconds, counts as the end of a change. */
const PAUSE_MS = 300

/** The next times a preview lists at first, and those it has for who wants to see further. */
export const PREVIEW_RUNS = 5
const PREVIEW_RUNS_MAX = 10

/**
 * The next runs of a schedule, computed by the server. It is not asked while there is no valid schedule. `delaying`:
 * groups whose rules can delay a run, if the next one is left out then. `isCurrent` is false while the data belongs to an
 * earlier schedule.
 */
export function usePreview(schedule: Schedule | undefined, delaying: readonly string[]) {
  const isValid = schedule !== undefined && Schedule.safeParse(schedule).success
  const now = isValid ? JSON.stringify({ schedule, groupIds: delaying }) : undefined
  const key = useDebounced(now)
  const preview = useQuery({
    queryKey: ['schedule-preview', key],
    queryFn: ({ signal }) =>
      call(
        previewSchedule,
        { body: { ...(JSON.parse(key ?? '{}') as Asked), count: PREVIEW_RUNS_MAX } },
        { signal },
      ),
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
    // What is next changes by the minute; the fields change sooner than that.
    staleTime: 30_000,
  })
  return { isValid, isCurrent: key === now && !preview.isPlaceholderData, preview }
}

type Asked = { schedule: Schedule; groupIds: string[] }

/** The value once it has stayed as it is for a moment; the first one at once. */
function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
