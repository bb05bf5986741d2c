import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { Choice, choicesLook } from '../../../ui/Choice.tsx'
import { cn } from '../../../ui/cn.ts'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { GroupMark } from '../../groups/GroupMark.tsx'
import type { Shown } from '../content/options.ts'
import type { Network } from '../networks.ts'
import { SaidBubble } from './SaidBubble.tsx'

/** A chat that it goes to. */
export type PreviewChat = { id: string; title: string; note: string; sender?: string | undefined }

type PreviewProps = {
  /** What is said, as a form has it. */
  said: Shown
  /** The time beside it, as the chat will show it. */
  time: string
  /** The networks it goes to; each shows it in its own way. */
  networks: readonly Network[]
  /** The first chat of each network. */
  chatOf: (network: Network) => PreviewChat | undefined
  /** As low as what it shows, where other things stand below it. */
  compact?: boolean
}

/** What members will see in their chat, network by network, as it is typed. */
export function Preview({ said, time, networks, chatOf, compact }: PreviewProps) {
  const [chosen, choose] = useState<Network['id']>()
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  if (!network) return null
  const chat = chatOf(network)
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
      <ChatHead chat={chat} network={network} />
      <div className="bg-chat">
        <ScrollArea maxHeight={compact ? '20rem' : '60dvh'} label="Chat">
          <div className={cn('flex flex-col justify-end p-4', !compact && 'min-h-56')}>
            <SaidBubble
              said={said}
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
