import type { InputOf } from '@carillon/contract/endpoint'
import type { Group } from '@carillon/contract/groups'
import { createMessage } from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session/useSession.ts'
import { useConfig } from '../../api/useConfig.ts'
import { CALENDAR } from '../../app/paths.ts'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast/store.ts'
import { refetchSends } from '../calendar/cache.ts'
import { refetchMessages } from '../messages/cache.ts'
import { useCounts } from '../messages/queries.ts'

/**
 * A button that creates example messages. It is there only in the sandbox, where nothing reaches anybody, and only while
 * the user has no automated message.
 */
export function Examples({ group }: { group: Group }) {
  const { timeZone } = useUser()
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const navigate = useNavigate()
  const isSandbox = useConfig().data?.sandbox?.services.includes('telegram')
  const fill = useMutation({
    mutationFn: async () => {
      for (const body of examplesFor(group.id, timeZone)) await call(createMessage, { body })
    },
    onSuccess: () =>
      toast({
        title: 'Example messages added',
        action: { label: 'Open calendar', run: () => navigate(CALENDAR) },
      }),
    onError: (error) => tellRefusal(error, 'The examples could not be added'),
    onSettled: () => Promise.all([refetchMessages(queryClient), refetchSends(queryClient)]),
  })
  const counts = useCounts('automated').data
  if (!isSandbox || !counts || Object.values(counts.statuses).some((count) => count > 0))
    return null
  return (
    <>
      <Button variant="plain" loading={fill.isPending} onClick={() => fill.mutate()}>
        Fill with examples
      </Button>
      <p className="basis-full text-sm text-muted">
        The examples are three messages that go out to “{group.title}”: one tomorrow, two again and
        again. In the sandbox they reach nobody.
      </p>
    </>
  )
}

const DAY_MS = 24 * 3_600_000

function examplesFor(groupId: string, timeZone: string): InputOf<typeof createMessage>['body'][] {
  // The Swedish way to write a day is the ISO one.
  const tomorrow = new Date(Date.now() + DAY_MS).toLocaleDateString('sv-SE', { timeZone })
  const to = { groupIds: [groupId], status: 'active' as const }
  return [
    {
      ...to,
      kind: 'automated',
      content: { text: '*Training tonight* at 19:00, at the track. Who comes?' },
      schedule: { timeZone, rule: { kind: 'weekly', days: ['tue', 'thu'], at: ['08:00'] } },
    },
    {
      ...to,
      kind: 'automated',
      content: { text: 'The membership fee is due tomorrow.' },
      schedule: { timeZone, rule: { kind: 'monthly', on: { day: 'last' }, at: ['10:00'] } },
    },
    {
      ...to,
      kind: 'scheduled',
      content: { text: '*Sunday run*: 8 km along the river, easy pace. _Rain or shine._' },
      schedule: { timeZone, rule: { kind: 'once', at: `${tomorrow}T18:00` } },
    },
  ]
}
