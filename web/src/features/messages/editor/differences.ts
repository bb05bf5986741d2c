import type { Message, MessageInput } from '@carillon/contract/messages'
import {
  asLeftOpen,
  contentDifferences,
  type Difference,
  fieldDifferences,
} from '../../compose/changes/differences.ts'
import { contentOf } from '../../compose/content/options.ts'
import { inputOf, type MessageForm } from '../form.ts'

/** The differences between the newest saved message and this form. */
export function messageDifferences(
  newest: Message | undefined,
  theirs: MessageForm,
  mine: MessageForm,
): Difference[] {
  const names: { [K in keyof MessageInput]?: string } = {
    title: 'title',
    groupIds: 'groups',
    topics: 'groups',
    kind: 'time',
    schedule: 'time',
    onUnconfirmed: 'options',
    catchUpMinutes: 'options',
    overlap: 'options',
    pauseAfterFailures: 'options',
  }
  const [saved, typed] = [inputOf(theirs, 'draft', newest), inputOf(mine, 'draft', newest)]
  const schedule = asLeftOpen(saved.schedule, typed.schedule)
  return [
    ...contentDifferences('Message', contentOf(theirs.text, theirs), contentOf(mine.text, mine)),
    ...fieldDifferences(names, { ...saved, schedule }, typed),
  ]
}
