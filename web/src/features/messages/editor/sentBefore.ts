import type { Message, MessageStatus } from '@carillon/contract/messages'
import { createdBefore } from '../../compose/creation.ts'

/**
 * For a save that is asked again because its answer was lost: returns the message if just this save has sent it; throws
 * any other error.
 */
export const sentBefore = (name: string) => (error: unknown) => {
  const there = createdBefore(error) as Message | null | undefined
  if (there?.sentBy !== name || !SENT.includes(there.status)) throw error
  return there
}

/** The states in which nobody has stopped it. */
const SENT: readonly MessageStatus[] = ['sending', 'sent', 'partly_sent', 'failed', 'missed']
