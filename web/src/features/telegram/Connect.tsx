import type { Connection } from '@carillon/contract/connections'
import { Bot } from 'lucide-react'
import { useConfig } from '../../api/useConfig.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { Card, CardHead } from '../../ui/Card.tsx'
import { ConnectShared } from './ConnectShared.tsx'
import { OwnBotForm } from './OwnBotForm.tsx'

/** The ways to connect: the bot of this server, where it has one, and a bot of one's own. */
export function Connect({ connections }: { connections: Connection[] }) {
  const channel = useConfig().data?.channels.find((offered) => offered.channel === 'telegram-bot')
  const shared = connections.some((connection) => connection.shared)
  if (!channel) return null
  const ways = (
    <div className="grid gap-5 lg:grid-cols-2">
      {channel.sharedBot && !shared && <SharedBot username={channel.sharedBot.username} />}
      <Card>
        <CardHead
          title="Use your own bot"
          note="Messages appear under its name and picture. It takes two minutes."
        />
        <div className="px-4 pb-5 md:px-5">
          <OwnBotForm />
        </div>
      </Card>
    </div>
  )
  // Whoever has a bot rarely needs a second one.
  if (connections.length === 0) return ways
  return (
    <details>
      <summary className={buttonClasses()}>Connect another bot</summary>
      <div className="mt-3">{ways}</div>
    </details>
  )
}

function SharedBot({ username }: { username: string }) {
  return (
    <Card>
      <CardHead
        title="Use this server’s bot"
        note={`Add @${username} to a group you manage: nothing else to set up.`}
      />
      <div className="grid gap-4 px-4 pb-5 md:px-5">
        <p className="flex gap-2.5 text-muted">
          <Bot size={18} className="mt-px shrink-0" aria-hidden />
          Other people on this server use the same bot. Nobody sees your groups but you.
        </p>
        <div>
          <ConnectShared />
        </div>
      </div>
    </Card>
  )
}
