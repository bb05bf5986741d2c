import { channelFacts } from '@carillon/contract/channels'
import type { Occurrence, ShownCopy } from '@carillon/contract/deliveries'
import type { Message } from '@carillon/contract/messages'
import { errorWords } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/time/useNow.ts'
import { clockTime, shortTime } from '../../ui/time/words.ts'
import { contentFields } from '../compose/content/options.ts'
import type { Network } from '../compose/networks.ts'
import { Preview, type PreviewCopy } from '../compose/preview/Preview.tsx'
import { usePreviewChat, useReach } from '../compose/useReach.ts'
import { useGroups } from '../groups/queries.ts'
import { useSent } from '../series/sent/useSent.ts'
import { isToCome, sinceWords } from './since.ts'
import { timeOf } from './timeOf.ts'

/** Shows what members see of a sent message: for each network, the copy of one group, with its name. */
export function SentPreview({ message }: { message: Message }) {
  return message.occurrence ? (
    <WithCopies message={message} occurrence={message.occurrence} />
  ) : (
    <AsWritten message={message} />
  )
}

type WithCopiesProps = { message: Message; occurrence: Occurrence }

function WithCopies({ message, occurrence }: WithCopiesProps) {
  const sent = useSent({ sourceId: message.id, occurrenceId: occurrence.id })
  const copyOf = useCopyOf(message, occurrence, sent.data?.shown ?? [])
  // The message may have another text now than the one that was sent.
  if (sent.isPending) {
    return (
      <Loading label="Loading what members see">
        <Skeleton className="h-80" />
      </Loading>
    )
  }
  if (!sent.data) {
    return (
      <Banner
        tone="warn"
        title="What members see could not be loaded"
        action={<Button onClick={() => void sent.refetch()}>Retry</Button>}
      >
        {errorWords(sent.error)}
      </Banner>
    )
  }
  return <AsWritten message={message} copyOf={copyOf} />
}

function useCopyOf(
  { groupIds, content: written }: Message,
  occurrence: Occurrence,
  shown: readonly ShownCopy[],
) {
  const said = { text: written.text, ...contentFields(written) }
  const { timeZone } = useUser()
  const now = useNow()
  const groups = useGroups().data?.items
  const previewChat = usePreviewChat()
  const timeWords = (at: string) => shortTime(at, timeZone, now).replace(/^Today, /, '')
  return ({ name }: Network): PreviewCopy | undefined => {
    const copy = shown.find(({ channel }) => channelFacts[channel].network === name)
    if (!copy) {
      // No group of this network has it, or it is still to be sent.
      if (isToCome(occurrence)) return undefined
      const group = groups?.find(
        ({ id, channel }) => groupIds.includes(id) && channelFacts[channel].network === name,
      )
      return (
        group && {
          said,
          chat: previewChat(group),
          time: '',
          since: 'No group got it',
          isDeleted: false,
        }
      )
    }
    const { content, channel, groupId, groupTitle, sentAt, deletedAt } = copy
    const group = groups?.find(({ id }) => id === groupId)
    return {
      said: { text: content.text, ...contentFields(content) },
      chat: group
        ? previewChat(group)
        : { id: groupId, title: groupTitle, channel, note: 'Removed from your groups' },
      time: sentAt ? clockTime(sentAt, timeZone) : '',
      since: sinceWords(copy, occurrence, timeWords),
      isDeleted: deletedAt !== null,
    }
  }
}

type AsWrittenProps = { message: Message; copyOf?: (network: Network) => PreviewCopy | undefined }

/** The text of the message, except on networks with a copy. */
function AsWritten({ message, copyOf }: AsWrittenProps) {
  const { timeZone } = useUser()
  const { content } = message
  const at = timeOf(message)
  return (
    <Preview
      fullHeight
      said={{ text: content.text, ...contentFields(content) }}
      time={at ? clockTime(at, timeZone) : ''}
      run={{
        at: at ?? message.createdAt,
        timeZone: message.schedule?.timeZone ?? timeZone,
        n: Math.max(1, message.runs),
      }}
      {...useReach(message.groupIds)}
      {...(copyOf ? { copyOf } : {})}
    />
  )
}
