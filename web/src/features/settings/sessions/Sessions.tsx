import { endSession, listSessions, type Session } from '@carillon/contract/users'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { session as currentSession } from '../../../api/session/current.ts'
import { askOrRead } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { Section } from '../Section.tsx'
import { SessionRow } from './SessionRow.tsx'

const SESSIONS = ['sessions']

/** No live event reports a sign-in or the end of a session elsewhere: the open section asks this often, in milliseconds. */
const REFETCH_MS = 20_000

/** Where the person is signed in, and how to end it there. */
export function Sessions() {
  const sessions = useQuery({
    queryKey: SESSIONS,
    queryFn: () => call(listSessions),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  })
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const refetch = () => queryClient.invalidateQueries({ queryKey: SESSIONS })
  const end = useMutation({
    mutationFn: ({ id }: Session) =>
      askOrRead<unknown>(() => call(endSession, { params: { id } }), { not_found: () => 'ended' }),
    onSuccess: (_, { device }) => toast({ title: `Signed out of ${device}` }),
    onError: (error) => tellRefusal(error, 'The session could not be ended'),
    onSettled: refetch,
  })
  const endOthers = useMutation({
    mutationFn: () => currentSession.identity.signOutElsewhere(),
    onSuccess: () => toast({ title: 'Signed out everywhere else' }),
    onError: (error) => tellRefusal(error, 'The other sessions could not be ended'),
    onSettled: refetch,
  })
  const items = sessions.data?.items ?? []

  return (
    <Section
      id="sessions"
      note="End whatever you do not recognize, then change your password."
      actions={
        items.some(({ current }) => !current) && (
          <Button size="sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )
      }
    >
      {sessions.isPending && (
        <Loading label="Loading your sessions">
          <Skeleton className="h-11" />
        </Loading>
      )}
      {sessions.isError && (
        <Banner
          tone="danger"
          title="Your sessions could not be loaded"
          action={<Button onClick={() => void sessions.refetch()}>Retry</Button>}
        >
          {errorWords(sessions.error)}
        </Banner>
      )}
      {sessions.data && items.length === 0 && (
        <p className="text-muted">
          The service that signs you in keeps your sessions. End them there.
        </p>
      )}
      {items.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {items.map((item) => (
            <SessionRow
              key={item.id}
              session={item}
              ending={end.isPending && end.variables.id === item.id}
              onEnd={() => end.mutate(item)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}
