import type { Occurrence, ShownCopy } from '@carillon/contract/deliveries'

type Sent = Pick<Occurrence, 'sent' | 'deleted' | 'deletedAt'>

/** Whether copies of it are still to come. */
export const isToCome = ({ status }: Pick<Occurrence, 'status'>): boolean =>
  status === 'planned' || status === 'sending'

/**
 * What was done with a copy later, and how many copies of its run were deleted: `Edited today, 07:30 · Deleted in 2
 * of 3 groups, 08:00`.
 */
export function sinceWords(
  { sentAt, editedAt }: Pick<ShownCopy, 'sentAt' | 'editedAt'>,
  { sent, deleted, deletedAt }: Sent,
  timeWords: (at: string) => string,
): string | undefined {
  const words = [
    sentAt === null && 'May have been sent',
    editedAt !== null && `Edited ${timeWords(editedAt)}`,
    deletedAt !== null &&
      (deleted >= sent
        ? `Deleted ${timeWords(deletedAt)}`
        : `Deleted in ${deleted} of ${sent} groups, ${timeWords(deletedAt)}`),
  ]
  return words.filter(Boolean).join(' · ') || undefined
}
