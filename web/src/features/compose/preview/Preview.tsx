import { type CSSProperties, useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { Choice, choicesClasses } from '../../../ui/Choice.tsx'
import { cn } from '../../../ui/cn.ts'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { GroupMark, type MarkedGroup } from '../../groups/GroupMark.tsx'
import type { Shown } from '../content/options.ts'
import type { Network } from '../networks.ts'
import { ownOf } from '../others/own.ts'
import { variantsOf } from '../others/variants.ts'
import { ContentBubble } from './ContentBubble.tsx'
import { type PreviewRun, useValues } from './useValues.ts'

/** A chat that it goes to. */
export type PreviewChat = MarkedGroup & { note: string; sender?: string | undefined }

type PreviewProps = {
  /** What is said, as a form has it. */
  said: Shown
  /** The time beside it, as the chat will show it. */
  time: string
  /** The run whose words its variables say. */
  run: PreviewRun
  /** The networks it goes to; each shows it in its own way. */
  networks: readonly Network[]
  /** The first chat of each network. */
  chatOf: (network: Network) => PreviewChat | undefined
  /** As low as what it shows, where other things stand below it. */
  compact?: boolean
  /** As high as what it shows, where nothing has to be seen beside it. */
  fullHeight?: boolean
  /** A copy that was sent on a network: it is shown instead. */
  copyOf?: (network: Network) => PreviewCopy | undefined
}

/** A copy in one chat, as its members have it. */
export type PreviewCopy = {
  said: Shown
  chat: PreviewChat
  time: string
  /** What became of it since it was sent, in words. */
  since: string | undefined
  /** It was deleted from this chat. */
  isDeleted: boolean
}

/** What members will see in their chat, network by network, as it is typed. */
export function Preview(props: PreviewProps) {
  const { run, networks, chatOf, compact, fullHeight, copyOf } = props
  const [chosen, choose] = useState<Network['id']>()
  const [variant, chooseVariant] = useState(0)
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  const copy = network && copyOf?.(network)
  const { said, time } = copy ?? props
  const owns = ownOf(said.own).map(([id]) => id)
  const [knownOwns, setKnownOwns] = useState(owns)
  // Who begins other content for a network wants to see that one.
  if (owns.join() !== knownOwns.join()) {
    setKnownOwns(owns)
    const added = owns.find((id) => !knownOwns.includes(id))
    if (added) choose(added)
  }
  const chat = copy?.chat ?? (network && chatOf(network))
  const values = useValues(run, chat?.title ?? 'Your group')
  if (!network) return null
  const common = said.own[network.id] ?? said
  const others = common.says === 'poll' ? [] : variantsOf(common.variants)
  const texts = [common.text, ...others]
  const shown = { ...common, text: texts[variant] ?? common.text }
  return (
    <Card aria-label={`What members see in ${network.name}`} className="overflow-hidden">
      {networks.length > 1 ? (
        <fieldset className="border-b border-line p-2">
          <legend className="sr-only">Network</legend>
          <div className={choicesClasses}>
            {networks.map(({ id, name }) => (
              <Choice
                key={id}
                label={name}
                name="preview-network"
                checked={id === network.id}
                onChange={() => choose(id)}
              />
            ))}
          </div>
        </fieldset>
      ) : (
        <h2 className="sr-only">In {network.name}</h2>
      )}
      {texts.length > 1 && (
        <fieldset className="border-b border-line p-2">
          <legend className="sr-only">Text</legend>
          <div className={cn(choicesClasses, 'flex-wrap')}>
            {texts.map((_, index) => (
              <Choice
                // oxlint-disable-next-line react/no-array-index-key -- Texts have no other name, and may be alike.
                key={index}
                label={`Text ${index + 1}`}
                name="preview-variant"
                checked={index === (variant < texts.length ? variant : 0)}
                onChange={() => chooseVariant(index)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <ChatHead chat={chat} network={network} />
      <div className="bg-chat" style={looks[network.id]}>
        <ScrollArea
          {...(fullHeight ? {} : { maxHeight: compact ? '20rem' : '45dvh' })}
          label="Chat"
          barStays
        >
          <div className={cn('flex flex-col justify-end p-4', !compact && 'min-h-56')}>
            <div
              className={cn(
                copy?.isDeleted && 'text-muted line-through [&_img]:opacity-40 [&_img]:grayscale',
              )}
            >
              <ContentBubble
                said={shown}
                values={values}
                time={time}
                network={network.id}
                sender={chat?.sender}
              />
            </div>
            {copy?.since && <p className="mt-2 text-center text-sm text-muted">{copy.since}</p>}
          </div>
        </ScrollArea>
      </div>
    </Card>
  )
}

/** The ground of a chat and its bubbles, where they are not as in Telegram. */
const looks: Partial<Record<Network['id'], CSSProperties>> = {
  whatsapp: {
    '--chat': 'color-mix(in oklab, var(--warn-soft) 30%, var(--sunken))',
    '--bubble': 'var(--good-soft)',
  } as CSSProperties,
}

function ChatHead({ chat, network }: { chat: PreviewChat | undefined; network: Network }) {
  const title = chat?.title ?? 'Your group'
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
      <GroupMark group={chat ?? { title }} />
      <span className="grid">
        <span dir="auto" className="truncate text-left font-medium">
          {title}
        </span>
        <span className="truncate text-sm text-muted">
          {network.name}
          {chat && ` · ${chat.note}`}
        </span>
      </span>
    </div>
  )
}
