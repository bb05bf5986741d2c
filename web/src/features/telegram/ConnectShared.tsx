import { createConnection } from '@carillon/contract/connections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useConfig } from '../../api/useConfig.ts'
import { limitWords, useRefusalToast, useTierToast } from '../../app/refusalToast.ts'
import { Button } from '../../ui/Button.tsx'
import { setConnection } from '../connections/cache.ts'
import { useGroupUsage } from '../groups/useGroupUsage.ts'

/** Connects the bot of this server; renders nothing if the server has none. */
export function ConnectShared() {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const tellTier = useTierToast()
  const isFull = useGroupUsage()?.isFull
  const bot = useConfig().data?.channels.find(
    ({ channel }) => channel === 'telegram-bot',
  )?.sharedBot
  const connect = useMutation({
    mutationFn: () => call(createConnection, { body: { channel: 'telegram-bot' } }),
    onSuccess: (connection) => setConnection(queryClient, connection),
    onError: (error) => tellRefusal(error, 'The bot could not be connected'),
  })
  if (!bot) return null
  return (
    <Button
      variant="primary"
      className="max-w-full"
      loading={connect.isPending}
      onClick={() => (isFull ? tellTier(limitWords('groups')) : connect.mutate())}
    >
      <Plus size={16} aria-hidden />
      <span className="truncate">Connect @{bot.username}</span>
    </Button>
  )
}
