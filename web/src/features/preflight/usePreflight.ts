import type { Content } from '@carillon/contract/content/content'
import { type Preflight, type PreflightInput, preflightMessage } from '@carillon/contract/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useDebounced } from '../../api/useDebounced.ts'
import { PREFLIGHT } from '../../api/queryKeys.ts'

/** The question to the server: which content, to which groups, when. */
export type PreflightQuestion = Pick<
  PreflightInput,
  'kind' | 'groupIds' | 'topics' | 'schedule' | 'messageId'
> & {
  content: Content
  /** Decides whether what has to wait is still in time. */
  catchUpMinutes: number | undefined
}

/**
 * Asks the server what would happen if this were sent: after a pause in typing, and never without groups or content.
 * `isCurrent` is false while the data belongs to an earlier question. `troubles` lists the states of the connections that
 * are not connected. When it changes, the server is asked again.
 */
export function usePreflight(asked: PreflightQuestion | undefined, troubles: string) {
  const now = asked && JSON.stringify(asked)
  const key = useDebounced(now)
  const preflight = useQuery({
    queryKey: [...PREFLIGHT, key, troubles],
    queryFn: ({ signal }) =>
      call(
        preflightMessage,
        { body: { ...(JSON.parse(key ?? '{}') as PreflightQuestion), status: 'draft' } },
        { signal },
      ),
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
    // Rules of groups and the load of accounts change by the minute; what is typed changes sooner.
    staleTime: 30_000,
    gcTime: 60_000,
    // A connection that is down is told once that has lasted for some seconds.
    refetchInterval: ({ state }) =>
      troubles.includes('reconnecting') ? 4_000 : trueFor(state.data, Date.now()),
    retry: false,
  })
  const isCurrent = key === now && !preflight.isPlaceholderData
  return { ...preflight, isCurrent, data: key === undefined ? undefined : preflight.data }
}

const MINUTE_MS = 60_000

/**
 * For how many milliseconds an answer is true, at most a day: until its first run is due. For a send now that is at
 * once, so it is asked again each minute, the unit of the times that it names.
 */
export function trueFor(preflight: Preflight | undefined, now: number): number | false {
  if (!preflight?.forecast) return false
  const left = Date.parse(preflight.forecast.dueAt) - now
  return Math.min(Math.max(left, MINUTE_MS), 24 * 60 * MINUTE_MS)
}

/** Whether a content has a text, a poll or files. An empty one is not checked. */
export function hasContent(content: Content): boolean {
  if (content.kind === 'poll') return content.poll.question !== ''
  return content.kind !== 'text' || content.text.trim() !== ''
}
