import type { Content } from '@carillon/contract/content/content'
import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { Choice, choicesLook } from '../../../ui/Choice.tsx'
import { cn } from '../../../ui/cn.ts'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { GroupMark } from '../../groups/GroupMark.tsx'
import { contentFields, type Shown } from '../content/options.ts'
import type { Network } from '../networks.ts'
import { SaidBubble } from './SaidBubble.tsx'
import { type PreviewRun, useValues } from './useValues.ts'

/** A chat that it goes to. */
export type PreviewChat = { id: string; title: string; note: string; sender?: string | undefined }

type PreviewProps = {
  /** What is said, as a form has it. */
  said: Shown
  /** The content that the form began with: its variants, and what one network gets alone. */
  beside?: Content | undefined
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
}

/** What members will see in their chat, network by network, as it is typed. */
export function Preview(props: PreviewProps) {
  const { said, beside, time, run, networks, chatOf, compact } = props
  const [chosen, choose] = useState<Network['id']>()
  const [variant, chooseVariant] = useState(0)
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  const chat = network && chatOf(network)
  const values = useValues(run, chat?.title ?? 'Your group')
  if (!network) return null
  const own = beside?.overrides?.[network.id]
  const common = own ? { text: own.text, ...contentFields(own) } : said
  const texts = [common.text, ...((own ?? beside)?.variants ?? [])]
  const shown = { ...common, text: texts[variant] ?? common.text }
  return (
    <Card aria-label={`What members see in ${network.name}`} className="overflow-hidden">
      {networks.length > 1 ? (
        <fieldset className="border-b border-line p-2">
          <legend className="sr-only">Network</legend>
          <div className={choicesLook}>
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
          <legend className="sr-only">Variant</legend>
          <div className={choicesLook}>
            {texts.map((text, index) => (
              <Choice
                key={`${index} ${text}`}
                label={`Variant ${index + 1}`}
                name="preview-variant"
                checked={index === (variant < texts.length ? variant : 0)}
                onChange={() => chooseVariant(index)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <ChatHead chat={chat} network={network} />
      <div className="bg-chat">
        <ScrollArea maxHeight={compact ? '20rem' : '60dvh'} label="Chat">
          <div className={cn('flex flex-col justify-end p-4', !compact && 'min-h-56')}>
            <SaidBubble
              said={shown}
              values={values}
              time={time}
              {...(network.id === 'telegram' ? { sender: chat?.sender } : {})}
            />
          </div>
        </ScrollArea>
      </div>
    </Card>
  )
}

function ChatHead({ chat, network }: { chat: PreviewChat | undefined; network: Network }) {
  const title = chat?.title ?? 'Your group'
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
      <GroupMark group={{ id: chat?.id ?? '', title }} />
      <span className="grid">
        <span className="truncate font-medium">{title}</span>
        <span className="truncate text-sm text-muted">
          {network.name}
          {chat && ` · ${chat.note}`}
        </span>
      </span>
    </div>
  )
}
