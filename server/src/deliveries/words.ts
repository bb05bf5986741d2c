import type { FollowUp } from '@carillon/contract/deliveries'
import { instant } from '../platform/clock.ts'
import type { FollowUpCause, FollowUpKind } from './tables.ts'

/** A follow-up as it is read from JSON. */
export type ShownFollowUp = {
  kind: FollowUpKind
  cause: FollowUpCause
  reason: string | null
  doubtful: boolean
  dueAt: string
  doneAt: string | null
}

/** Why a sent message cannot be changed, in words: with an answer of the network, and without one. */
export const UNKNOWN = {
  sent: 'The network did not say which message it is.',
  files: 'Its files are there, and the text after them may be. Send the text first.',
  assumed: 'It may stand there, and the network did not say which message it is.',
}

/** A follow-up as it is shown to people. */
export function presentFollowUp({
  kind,
  cause,
  reason,
  doubtful,
  dueAt,
  doneAt,
}: ShownFollowUp): FollowUp {
  if (doneAt) {
    return { kind, status: 'done', at: instant(doneAt).toISOString(), text: doneWords(kind, cause) }
  }
  if (reason !== null) {
    const remedy = kind === 'delete' ? ' You can delete it by hand in the group.' : ''
    return {
      kind,
      status: 'failed',
      at: null,
      text: doubtful
        ? `${inDoubt(kind)} ${reason}${remedy}`
        : `It was not ${DONE[kind]}: ${reason}${remedy}`,
    }
  }
  const text =
    kind === 'delete' && cause === 'content'
      ? 'It will be deleted then.'
      : `It is being ${DONE[kind]}.`
  return { kind, status: 'waiting', at: instant(dueAt).toISOString(), text }
}

/** The words for a follow-up that was given up after a lost answer. */
export const inDoubt = (kind: FollowUpKind) =>
  `A try got no answer, so it may have been ${DONE[kind]}.`

export const DONE = { pin: 'pinned', unpin: 'unpinned', edit: 'edited', delete: 'deleted' } as const

function doneWords(kind: FollowUpKind, cause: FollowUpCause): string {
  switch (kind) {
    case 'pin':
      return 'It was pinned.'
    case 'unpin':
      return 'It was unpinned when the next copy was pinned.'
    case 'edit':
      return 'It was edited in the group.'
    case 'delete':
      return DELETED[cause]
  }
}

const DELETED = {
  content: 'It was deleted in the group when its time was over.',
  next: 'It was deleted in the group when the next copy had come.',
  person: 'It was deleted from the group.',
} as const
