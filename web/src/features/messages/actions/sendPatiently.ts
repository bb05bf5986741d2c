import type { MessageSummary } from '@carillon/contract/messages'
import { askUntilAnswered } from '../../../app/patience.ts'
import { sendNow } from '../sendNow.ts'

/** Sends a message at once; while no answer comes that is told, and it is asked again by itself. */
export const sendPatiently = (message: MessageSummary, signal: AbortSignal) =>
  sendNow(message, (work) => askUntilAnswered(work, signal))

export type Send = typeof sendPatiently
