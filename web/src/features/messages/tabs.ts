import type { countMessages, MessageStatus } from '@carillon/contract/messages'
import type { DataOf } from '@carillon/contract/endpoint'

/** The tabs of Scheduled Messages, as the address has them. */
export const tabs = ['upcoming', 'past', 'attention', 'drafts'] as const
export type Tab = (typeof tabs)[number]

export const tabLabels: Record<Tab, string> = {
  upcoming: 'Upcoming',
  past: 'Past',
  attention: 'Needs attention',
  drafts: 'Drafts',
}

const statuses: Record<Exclude<Tab, 'attention'>, MessageStatus[]> = {
  upcoming: ['scheduled', 'sending', 'paused'],
  past: ['sent', 'partly_sent', 'failed', 'missed', 'canceled'],
  drafts: ['draft'],
}

/** The query of each tab; together they show every message that is no series. */
export const tabQuery = (tab: Tab): { status?: string; attention?: 'true' } =>
  tab === 'attention' ? { attention: 'true' } : { status: statuses[tab].join(',') }

/** How many messages a tab has. */
export const tabCount = (tab: Tab, counts: DataOf<typeof countMessages>): number =>
  tab === 'attention'
    ? counts.attention
    : statuses[tab].reduce((sum, status) => sum + (counts.statuses[status] ?? 0), 0)

/** The tab in a query; the first one by default. */
export function tabIn(search: URLSearchParams): Tab {
  const name = search.get('tab')
  // Its former name: old links still work.
  return tabs.find((tab) => tab === (name === 'sent' ? 'past' : name)) ?? 'upcoming'
}
