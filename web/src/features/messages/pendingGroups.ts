import type { MessageSummary } from '@carillon/contract/messages'

/** The groups that have not got a message yet that is being sent or waits. Empty if that is not known. */
export function pendingGroups({
  status,
  occurrence,
  groupIds,
}: Pick<MessageSummary, 'status' | 'occurrence' | 'groupIds'>): readonly string[] {
  if (status !== 'sending' || !occurrence) return []
  if (occurrence.pending === occurrence.total) return groupIds
  return occurrence.waiting?.groupIds ?? []
}
