import type { getCalendar, Send } from '@carillon/contract/calendar'
import type { InputOf } from '@carillon/contract/endpoint'

type Kind = Send['kind']

/** The filters of a calendar, as the address has them. */
export type Filters = { groupId: string; kind: Kind | ''; status: StatusFilter | '' }

export const kindLabels: Record<Kind, string> = {
  scheduled: 'Once',
  automated: 'Repeating',
  cycle: 'Cycles',
}

/** The statuses of sends that each choice shows. */
const statuses = {
  upcoming: ['planned', 'sending'],
  sent: ['done', 'partly'],
  missing: ['partly', 'failed', 'skipped'],
} satisfies Record<string, Send['status'][]>
export type StatusFilter = keyof typeof statuses

export const statusLabels: Record<StatusFilter, string> = {
  upcoming: 'Upcoming',
  sent: 'Sent',
  missing: 'Not sent to all',
}

/** The filters in a URL; unknown values are ignored. */
export function filtersIn(search: URLSearchParams): Filters {
  const kind = search.get('kind') ?? ''
  const status = search.get('status') ?? ''
  return {
    groupId: search.get('group') ?? '',
    kind: kind in kindLabels ? (kind as Kind) : '',
    status: status in statuses ? (status as StatusFilter) : '',
  }
}

/** The query for the server. */
export const queryOf = ({ groupId, kind, status }: Filters): Narrowing => ({
  ...(groupId ? { groupId } : {}),
  ...(kind ? { kind } : {}),
  ...(status ? { status: statuses[status].join(',') } : {}),
})

export type Narrowing = Pick<InputOf<typeof getCalendar>['query'], 'groupId' | 'kind' | 'status'>
