import type { Content } from '@carillon/contract/content/content'
import { type PreflightInput, preflightMessage } from '@carillon/contract/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSettled } from '../../api/useSettled.ts'
import { PREFLIGHT } from './cache.ts'

/** What the server judges: what is said, to whom and when. */
export type Asked = Pick<
  PreflightInput,
  'kind' | 'groupIds' | 'topics' | 'schedule' | 'messageId'
> & {
  content: Content
}

/**
 * What would become of this if it were sent, as the server judges it while somebody types: asked after a pause,
 * and not at all without groups or content. `isCurrent` is false while the answer is to something before.
 */
export function usePreflight(asked: Asked | undefined) {
  const now = asked && JSON.stringify(asked)
  const key = useSettled(now)
  const preflight = useQuery({
    queryKey: [...PREFLIGHT, key],
    queryFn: ({ signal }) =>
      call(
        preflightMessage,
        { body: { ...(JSON.parse(key ?? '{}') as Asked), status: 'draft' } },
        { signal },
      ),
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
    // Rules of groups and the load of accounts change by the minute; what is typed changes sooner.
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  })
  const isCurrent = key === now && !preflight.isPlaceholderData
  return { ...preflight, isCurrent, data: key === undefined ? undefined : preflight.data }
}

/** Whether a content says anything yet: of nothing there is nothing to judge. */
export function isSaid(content: Content): boolean {
  if (content.kind === 'poll') return content.poll.question !== ''
  return content.kind !== 'text' || content.text.trim() !== ''
}
