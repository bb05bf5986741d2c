import type { Message } from '@carillon/contract/messages'
import {
  asLeftOpen,
  audienceOf,
  contentDifferences,
  type Difference,
  fieldDifferences,
} from '../../compose/changes/differences.ts'
import { type InputFields, inputOf, type MessageForm } from '../form.ts'

/** The differences between the newest saved message and this form. */
export function messageDifferences(
  newest: Message | undefined,
  theirs: MessageForm,
  mine: MessageForm,
): Difference[] {
  const saved = inputOf(theirs, 'draft', newest)
  const typed = inputOf(mine, 'draft', newest)
  const names: { [K in keyof InputFields | 'audience']?: string } = {
    title: 'title',
    audience: 'groups',
    kind: 'time',
    schedule: 'time',
    onUnconfirmed: 'options',
    catchUpMinutes: 'options',
    overlap: 'options',
    pauseAfterFailures: 'options',
  }
  const schedule = asLeftOpen(saved.schedule, typed.schedule)
  return [
    ...contentDifferences('Message', saved.content, typed.content),
    ...fieldDifferences(
      names,
      { ...saved, schedule, audience: audienceOf(saved) },
      { ...typed, audience: audienceOf(typed) },
    ),
  ]
}
