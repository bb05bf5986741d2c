import type { MessageInput } from '@carillon/contract/messages'
import {
  contentDifferences,
  type Difference,
  fieldDifferences,
} from '../../compose/changes/differences.ts'

/** What is different between the newest state of a message and what is typed here. */
export const messageDifferences = (theirs: MessageInput, mine: MessageInput): Difference[] => [
  ...contentDifferences('Message', theirs.content, mine.content),
  ...fieldDifferences<MessageInput>(
    {
      title: 'title',
      groupIds: 'groups',
      topics: 'groups',
      kind: 'time',
      schedule: 'time',
      onUnconfirmed: 'options',
      catchUpMinutes: 'options',
      overlap: 'options',
      pauseAfterFailures: 'options',
    },
    theirs,
    mine,
  ),
]
