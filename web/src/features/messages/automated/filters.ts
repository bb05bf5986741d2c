import type { MessageStatus } from '@carillon/contract/messages'

/** What the list of automated messages can be narrowed to, as it stands in the address. */
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

const queries: Record<Show, { status?: string; attention?: 'true' }> = {
  all: {},
  on: { status: of('active') },
  paused: { status: of('paused') },
  attention: { attention: 'true' },
  drafts: { status: of('draft') },
  finished: { status: of('finished', 'canceled') },
}

export type Filters = { show: Show; groupId: string; q: string }

/** What an address asks for; what it says wrongly is passed over. */
export const filtersIn = (search: URLSearchParams): Filters => ({
  show: shows.find((show) => show === search.get('show')) ?? 'all',
  groupId: search.get('group') ?? '',
  q: search.get('q') ?? '',
})

/** The question to the server. */
export const queryOf = ({ show, groupId, q }: Filters) => ({
  kind: 'automated' as const,
  ...queries[show],
  ...(groupId ? { groupId } : {}),
  ...(q ? { q } : {}),
})

/** Whether anything is filtered out. */
export const isNarrowed = ({ show, groupId, q }: Filters) =>
  show !== 'all' || groupId !== '' || q !== ''

function of(...statuses: MessageStatus[]) {
  return statuses.join(',')
}
