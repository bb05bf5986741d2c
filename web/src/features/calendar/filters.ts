import type { getCalendar, Send } from '@carillon/contract/calendar'
import type { InputOf } from '@carillon/contract/endpoint'

type Kind = Send['kind']

/** What a calendar can be narrowed to, as it stands in the address. */
export type Filters = { groupId: string; kind: Kind | ''; fate: Fate | '' }

export const kindLabels: Record<Kind, string> = {
  scheduled: 'Once',
  automated: 'Repeating',
  cycle: 'Cycles',
}

/** What became of sends, and which of their states that is. */
const fates = {
  upcoming: ['planned', 'sending'],
  sent: ['done', 'partly'],
  missing: ['partly', 'failed', 'skipped'],
} satisfies Record<string, Send['status'][]>
export type Fate = keyof typeof fates

export const fateLabels: Record<Fate, string> = {
  upcoming: 'Upcoming',
  sent: 'Sent',
  missing: 'Not sent to all',
}

/** What an address asks for; what it says wrongly is passed over. */
export function filtersIn(search: URLSearchParams): Filters {
  const kind = search.get('kind') ?? ''
  const fate = search.get('fate') ?? ''
  return {
    groupId: search.get('group') ?? '',
    kind: kind in kindLabels ? (kind as Kind) : '',
    fate: fate in fates ? (fate as Fate) : '',
  }
}

/** The question to the server. */
export const queryOf = ({ groupId, kind, fate }: Filters): Narrowing => ({
  ...(groupId ? { groupId } : {}),
  ...(kind ? { kind } : {}),
  ...(fate ? { status: fates[fate].join(',') } : {}),
})

export type Narrowing = Pick<InputOf<typeof getCalendar>['query'], 'groupId' | 'kind' | 'status'>
