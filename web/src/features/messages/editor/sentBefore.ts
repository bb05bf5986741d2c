import type { Message } from '@carillon/contract/messages'
import { isApiError } from '../../../api/errors.ts'
import { audienceOf } from '../../compose/changes/differences.ts'
import { createdBefore } from '../../compose/creation.ts'
import { type InputFields, inputOf, type MessageForm } from '../form.ts'
import { inputDifferences } from './differences.ts'

type Save = InputFields & { status: string; attempt?: string }

type Known = {
  formOf: (message: Message) => MessageForm
  /** The state that a change replaces; none for a new message, which has the name of its attempt. */
  before?: Message
  /** Whether an answer to this change was lost: otherwise what was sent since was sent by another device. */
  isUnanswered?: () => boolean
  /** Whether all presses of the attempt asked for the same. Then it needs no comparison. */
  isOnly?: boolean
  /** The ids of the groups that there are: the server leaves out those that were removed. */
  groupIds: () => Promise<string[]>
}

/**
 * For a save that also sends, and is asked again because its answer was lost: returns the message if the refusal says
 * that it was sent as it was pressed; throws any other error, also if that is not certain.
 */
export const sentBefore =
  (body: Save, { formOf, before, isUnanswered, isOnly, groupIds }: Known) =>
  async (error: unknown): Promise<Message> => {
    const there = createdBefore(error) as Message | null | undefined
    if (body.status !== 'sending' || !there || !isSentSince(there, before)) throw error
    const mayBeOurs = before
      ? isUnanswered?.()
      : isApiError(error, 'conflict') && error.attempt === body.attempt
    if (!mayBeOurs) throw error
    if (!before && isOnly) return there
    // Where it goes is compared below.
    const { groupIds: asked = [], topics = {} } = body
    const saved = inputOf({ ...formOf(there), groupIds: asked, topics }, 'draft')
    if (inputDifferences(saved, body).length > 0) throw error
    const missing = asked.filter((id) => !there.groupIds.includes(id))
    const present = missing.length > 0 ? await groupIds() : []
    const removed = missing.filter((id) => !present.includes(id))
    if (!isForAll(there, { body, before, removed })) throw error
    return there
  }

const isSentSince = ({ status, occurrence }: Message, before: Message | undefined) =>
  occurrence !== null &&
  occurrence.id !== before?.occurrence?.id &&
  ['sending', 'sent', 'partly_sent', 'failed', 'missed'].includes(status)

type Asked = { body: Save; before: Message | undefined; removed: readonly string[] }

/** Whether it went to all that was asked for. What some groups have goes only to the others of them. */
function isForAll(there: Message, { body, before, removed }: Asked): boolean {
  const isLeft = (id: string) => !removed.includes(id)
  const left = body.groupIds?.filter(isLeft) ?? []
  const [goes, wanted] = [audienceOf(there), audienceOf({ ...body, groupIds: left })]
  if (isSame(goes, wanted)) return true
  if (before?.status !== 'partly_sent') return false
  const had = audienceOf({ ...before, groupIds: before.groupIds.filter(isLeft) })
  const { of = 0, groupIds: reached = [] } = there.reach ?? {}
  return (
    isSame(had, wanted) &&
    goes.every((one) => wanted.includes(one)) &&
    // Of many groups only the first are named: none of them is left out if they are still as many.
    (left.every((id) => reached.includes(id)) || (reached.length < of && of === before.reach?.of))
  )
}

const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')
