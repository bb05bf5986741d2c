import type { Network } from '@carillon/contract/channels'
import type { Occurrence } from '@carillon/contract/deliveries'

type Sent = Pick<Occurrence, 'sent' | 'edited' | 'deleted' | 'deletedAt'>

/** Whether all that it has sent is deleted again. */
export const isGone = ({ sent, deleted }: Sent): boolean => deleted > 0 && deleted >= sent

/** What became of what a run has sent on a network: `Edited today, 07:30 · Deleted in 2 of 3 groups, 08:00`. */
export function sinceWords(
  { sent, edited, deleted, deletedAt }: Sent,
  network: Network,
  timeWords: (at: string) => string,
): string | undefined {
  const editedAt = edited?.on[network]
  const words = [
    editedAt && `Edited ${timeWords(editedAt)}`,
    deletedAt !== null &&
      (deleted >= sent
        ? `Deleted ${timeWords(deletedAt)}`
        : `Deleted in ${deleted} of ${sent} groups, ${timeWords(deletedAt)}`),
  ]
  return words.filter(Boolean).join(' · ') || undefined
}
