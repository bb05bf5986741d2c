import type { MessageSummary } from '@carillon/contract/messages'

/**
 * The groups that are still to get a message which is being sent, or waits: those that wait, or all where none has
 * got it; none where it is not known which they are.
 */
export function pendingGroups({
  status,
  occurrence,
  groupIds,
}: Pick<MessageSummary, 'status' | 'occurrence' | 'groupIds'>): readonly string[] {
  if (status !== 'sending' || !occurrence) return []
  if (occurrence.pending === occurrence.total) return groupIds
  return occurrence.waiting?.groupIds ?? []
}
