import type { Content } from '@carillon/contract/content/content'
import type { Message } from '@carillon/contract/messages'
import { errorWords } from '../../../api/errors.ts'
import { RunDialog, type RunChange, type RunRef } from '../../series/RunDialog.tsx'
import type { ReceivedMessage } from '../cache.ts'
import { useMessage } from '../queries.ts'
import { useChangeRun } from './useChangeRun.ts'

type MessageRunDialogProps = {
  message: ReceivedMessage
  run: RunRef
  change: RunChange | undefined
  onClose: () => void
}

/** The dialog for a run of a message. Lists do not have the contents of single runs, so it reads the message. */
export default function MessageRunDialog({ message, ...rest }: MessageRunDialogProps) {
  const runChange = useChangeRun(message)
  const { data, error } = useMessage(message.id)
  const { schedule } = message
  return (
    <RunDialog
      series={{
        id: message.id,
        timeZone: schedule?.timeZone ?? 'UTC',
        rule: schedule?.rule,
        ...runChange,
        runContent: (slotAt) =>
          data && {
            content: contentOf(data, slotAt),
            following: data.exceptions.find((one) => one.following && one.slotAt === slotAt)
              ?.content,
            groupIds: data.groupIds,
          },
        problem: error ? errorWords(error) : undefined,
      }}
      {...rest}
    />
  )
}

/** The content of a run: its own, or the last one set for all following runs, or that of its series. */
function contentOf({ exceptions, content }: Message, slotAt: string): Content {
  const withContent = exceptions.filter((one) => one.content)
  const own = withContent.find((one) => !one.following && one.slotAt === slotAt)
  return (
    (own ?? withContent.findLast((one) => one.following && one.slotAt <= slotAt))?.content ??
    content
  )
}
