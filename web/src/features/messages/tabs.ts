import type { MessageStatus } from '@carillon/contract/messages'

/** The tabs of Scheduled Messages, as they stand in the address. */
export const tabs = ['upcoming', 'sent', 'attention', 'drafts'] as const
export type Tab = (typeof tabs)[number]

export const tabLabels: Record<Tab, string> = {
  upcoming: 'Upcoming',
  sent: 'Sent',
  attention: 'Needs attention',
  drafts: 'Drafts',
}

/** What each tab asks for; together they show every message. */
export const tabQueries: Record<Tab, { status?: string; attention?: 'true' }> = {
  upcoming: { status: of('scheduled', 'sending', 'paused') },
  sent: { status: of('sent', 'partly_sent', 'failed', 'missed', 'canceled') },
  attention: { attention: 'true' },
  drafts: { status: of('draft') },
}

/** The tab a query names; the first one without. */
export const tabIn = (search: URLSearchParams): Tab =>
  tabs.find((tab) => tab === search.get('tab')) ?? 'upcoming'

function of(...statuses: MessageStatus[]) {
  return statuses.join(',')
}
