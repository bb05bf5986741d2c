import type { DataOf } from '@carillon/contract/endpoint'
import { type NarrowedTo, orderIn } from '../list/order.ts'
import type { countMessages, MessageStatus } from '@carillon/contract/messages'

/** The filters of the list of automated messages, as the address has them. */
export const shows = ['all', 'on', 'paused', 'attention', 'drafts', 'finished'] as const
export type Show = (typeof shows)[number]

export const showLabels: Record<Show, string> = {
  all: 'All',
  on: 'On',
  paused: 'Paused',
  attention: 'Needs attention',
  drafts: 'Drafts',
  finished: 'Finished',
}

const statuses: Record<Exclude<Show, 'all' | 'attention'>, MessageStatus[]> = {
  on: ['active'],
  paused: ['paused'],
  drafts: ['draft'],
  finished: ['finished', 'canceled'],
}

const askedBy = (show: Show): { status?: string; attention?: 'true' } =>
  show === 'all'
    ? {}
    : show === 'attention'
      ? { attention: 'true' }
      : { status: statuses[show].join(',') }

/** How many automated messages match a filter. */
export function showCount(show: Show, counts: DataOf<typeof countMessages>): number {
  if (show === 'attention') return counts.attention
  const some =
    show === 'all'
      ? Object.values(counts.statuses)
      : statuses[show].map((one) => counts.statuses[one] ?? 0)
  return some.reduce((sum, n) => sum + n, 0)
}

export type Filters = { show: Show; groupId: string; q: string } & NarrowedTo

/** The filters in an address; unknown values are ignored. */
export const filtersIn = (search: URLSearchParams): Filters => ({
  show: shows.find((show) => show === search.get('show')) ?? 'all',
  groupId: search.get('group') ?? '',
  q: search.get('q') ?? '',
  ...orderIn(search),
})

/** The query for the server. */
export const queryOf = ({ show, groupId, q, ...narrowed }: Filters) => ({
  kind: 'automated' as const,
  ...askedBy(show),
  ...(groupId ? { groupId } : {}),
  ...(q ? { q } : {}),
  ...narrowed,
})

/** Whether anything is filtered out. */
export const isNarrowed = ({ show, groupId, q, network }: Filters) =>
  show !== 'all' || groupId !== '' || q !== '' || network !== undefined
