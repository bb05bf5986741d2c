import type { Message } from '@carillon/contract/messages'
import type { InputFields } from '../form.ts'

/** The input of the editor: `sending` also sends it at once, and a paused message can stay paused. */
export type Edited = InputFields & { status: 'draft' | 'active' | 'sending' | 'paused' }

/**
 * Returns the input that undoes a change: it saves the message as it was before. `remains`: a message that was paused
 * stays paused. Returns undefined if the message cannot be saved in its former state.
 */
export function inputBefore(message: Message, remains: boolean): Edited | undefined {
  const kept = ['draft', 'scheduled', 'active', ...(remains ? ['paused'] : [])]
  if (!kept.includes(message.status)) return undefined
  const { kind, title, content, groupIds, topics, schedule, status } = message
  const { onUnconfirmed, catchUpMinutes, overlap, pauseAfterFailures } = message
  return {
    kind,
    status: status === 'draft' || status === 'paused' ? status : 'active',
    content,
    groupIds,
    ...(title ? { title } : {}),
    ...(topics ? { topics } : {}),
    ...(schedule ? { schedule } : {}),
    onUnconfirmed,
    catchUpMinutes,
    ...(kind === 'automated' ? { overlap, pauseAfterFailures } : {}),
  }
}
