import type { Message, MessageStatus } from '@carillon/contract/messages'
import { exactTime } from '../../../ui/time/words.ts'
import { count } from '../../../ui/words.ts'
import { audienceOf } from '../../compose/changes/differences.ts'
import type { MessageForm } from '../form.ts'
import { canEdit, reachWords } from '../words.ts'

/** What the toast says of a message that was saved for its time; `before` is its status before that. */
export const savedTitle = (
  what: 'go' | 'resume',
  repeats: boolean,
  before: MessageStatus | undefined,
): string => {
  if (what === 'resume') return 'Message resumed'
  if (before === 'paused' || before === 'active') return 'Message saved'
  return repeats ? 'Automation started' : 'Message scheduled'
}

/** Why a message takes no change any more, if it does not. */
export function whyOver(there: Message | null): string | undefined {
  if (there && canEdit(there)) return undefined
  const isAgain = !there || there.status === 'canceled'
  const became = !there
    ? 'deleted since'
    : isAgain
      ? 'cancelled since'
      : there.status === 'sending'
        ? 'is being sent'
        : 'sent since'
  return `This message was saved before, and ${became}. What is here now is a new message: save or send it only if you want ${isAgain ? 'it again' : 'both'}.`
}

/** Said if more was typed while a message was being sent. */
export const SENT_BEFORE =
  'Your message was sent before you changed it. What is here now is a new message: save or send it only if you want both.'

/** Said if a new draft was made from what was typed too late, without an answer, and was deleted since. */
export const COPY_CHANGED =
  'A new draft was saved from here before, and changed since. Save this one as well if you want both.'

export const COPY_DELETED =
  'The new draft was saved before, and deleted since. Save it again if you want it again.'

/** When a saved message is sent next. */
export const nextWords = (nextAt: string, { timeZone }: MessageForm, repeats: boolean) =>
  (repeats ? 'Next on ' : '') + exactTime(nextAt, timeZone)

/**
 * How many groups it goes to. A partly sent message goes only to those that have not received it, unless other groups or
 * topics are chosen.
 */
export function audienceWords(
  chosen: Pick<MessageForm, 'groupIds' | 'topics'>,
  message: Message | undefined,
): string {
  const groups = count(chosen.groupIds.length, 'group')
  if (chosen.groupIds.length === 0) return 'no group yet'
  if (!message?.reach) return groups
  const { status, reach } = message
  const isSame = audienceOf(chosen).join('\n') === audienceOf(message).join('\n')
  if (status === 'partly_sent') {
    return isSame
      ? `${reach.left ?? reach.of - reach.groups} of ${count(reach.of, 'group')}: the rest have it${reach.unsure > 0 ? ' or may have it' : ''}`
      : `${groups}: each of them gets it, even one that has it already`
  }
  return [groups, isSame ? reachWords({ reach }) : ''].filter(Boolean).join(' · ')
}
