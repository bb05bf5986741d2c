import type { Message } from '@carillon/contract/messages'
import { isApiError } from '../../../api/errors.ts'
import { createdBefore } from '../../compose/creation.ts'
import { type InputFields, inputOf, type MessageForm } from '../form.ts'
import { inputDifferences } from './differences.ts'

type Save = InputFields & { status: string; attempt?: string }

/**
 * For a save that also sends, and is asked again because its answer was lost: returns the message if the refusal says
 * that it was sent with these values since it was as `before`; throws any other error.
 */
export const sentBefore =
  (body: Save, formOf: (message: Message) => MessageForm, before?: Message) =>
  (error: unknown): Message => {
    const there = createdBefore(error) as Message | null | undefined
    // Of what another device has sent from the same form, a person is told.
    const isOurs = isApiError(error, 'conflict') && error.attempt === body.attempt
    if (body.status !== 'sending' || !there || !isOurs || !isSentSince(there, before)) throw error
    const { groupIds = [], topics = {} } = body
    const saved = inputOf(
      // What some groups have goes only to the others of those that were chosen.
      { ...formOf(there), ...(before?.status === 'partly_sent' ? { groupIds, topics } : {}) },
      'draft',
    )
    if (inputDifferences(saved, body).length > 0) throw error
    return there
  }

const isSentSince = ({ status, occurrence }: Message, before: Message | undefined) =>
  occurrence !== null &&
  occurrence.id !== before?.occurrence?.id &&
  ['sending', 'sent', 'partly_sent', 'failed', 'missed'].includes(status)
