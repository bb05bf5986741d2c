import { channelFacts } from '@carillon/contract/channels'
import { type Connection, linkOwnChat, testConnection } from '@carillon/contract/connections'
import type { Content } from '@carillon/contract/content/content'
import { type Group, testGroup } from '@carillon/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { useExternalLink } from '../../../api/useExternalLink.ts'
import { Button, buttonClasses } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { useConnectionsById } from '../../connections/queries.ts'
import { connectionName } from '../../connections/words.ts'
import { GroupName } from '../../groups/GroupName.tsx'
import { useGroups } from '../../groups/queries.ts'
import { useGroupActions } from '../../groups/useGroupActions.ts'
import { useSendTest } from '../../groups/useSendTest.ts'
import { chosenOf } from '../audience/Audience.tsx'
import { closedConnection, closedGroup, emptyContentProblem } from './obstacles.ts'
import { renewedInMs } from './startLink.ts'

type TestDialogProps = {
  groupIds: readonly string[]
  said: () => Content
  missing: () => string | undefined
  timeZone: string
  onClose: () => void
}

/** Of the chosen groups so many are offered: a test is for one. */
const GROUPS_OFFERED = 5

/** Who gets the test: the person alone, or one of the chosen groups. */
export default function TestDialog({
  groupIds,
  said,
  missing,
  timeZone,
  onClose,
}: TestDialogProps) {
  const groups = chosenOf(useGroups().data?.items ?? [], groupIds)
  const byId = useConnectionsById()
  const { tier } = useUser()
  const connections = [...byId.values()].filter(({ ownChat }) => ownChat !== undefined)
  const unsaid = emptyContentProblem(said())
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send a test"
      description="What you have written goes out now, as it stands. It makes no message here and is in no list."
    >
      {connections.length + groups.length === 0 ? (
        <p className="text-muted">Connect an account or choose a group first.</p>
      ) : (
        <ul className="grid gap-3">
          {connections.map((connection) => (
            <ToOneself
              key={connection.id}
              connection={connection}
              said={said}
              missing={missing}
              timeZone={timeZone}
              obstacle={closedConnection(connection, tier) ?? unsaid}
            />
          ))}
          {groups.slice(0, GROUPS_OFFERED).map((group) => (
            <ToGroup
              key={group.id}
              group={group}
              said={said}
              missing={missing}
              timeZone={timeZone}
              obstacle={closedGroup(group, byId.get(group.connectionId), tier) ?? unsaid}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type To = Pick<TestDialogProps, 'said' | 'missing' | 'timeZone'> & {
  /** Why it cannot be sent there now, in words. */
  obstacle: string | undefined
}

function ToOneself({
  connection,
  said,
  missing,
  timeZone,
  obstacle,
}: To & { connection: Connection }) {
  const { id, channel, ownChat, ownChatName } = connection
  const { network } = channelFacts[channel]
  const [replacing, setReplacing] = useState(false)
  const test = useSendTest<Content>({
    to: id,
    title: `Test to you, in ${network}`,
    send: (content) =>
      call(testConnection, { params: { id }, body: { content, timeZone } }, { once: true }),
  })
  const name = connectionName(connection)
  const start = `Open ${name} and press Start: a bot may write only to people who have done that.`
  return (
    <Row
      name={ownChatName ? `To you: ${ownChatName} on ${network}` : `To you, on ${network}`}
      note={
        obstacle
          ? `${name} · ${obstacle}`
          : replacing
            ? 'Tests go to whoever presses Start there next, and no longer to this chat.'
            : test.result
              ? `${name} · ${test.result.description}`
              : ownChat
                ? name
                : start
      }
    >
      <div className="flex flex-wrap items-center justify-end gap-2">
        {ownChatName && !obstacle && (
          <Button size="sm" variant="plain" onClick={() => setReplacing(!replacing)}>
            {replacing ? 'Keep this chat' : 'Use another chat…'}
          </Button>
        )}
        {ownChat && !replacing ? (
          <ReasonedButton
            size="sm"
            reason={obstacle}
            loading={test.isSending}
            onClick={() => isWhole(missing) && test.sendTest(said())}
          >
            Send
            <span className="sr-only">
              {' '}
              to me in {network}, {name}
            </span>
          </ReasonedButton>
        ) : (
          !obstacle && <Start connection={connection} name={name} />
        )}
      </div>
    </Row>
  )
}

/** Leads into the own chat with a bot; this page hears of it when Start was pressed there. */
function Start({ connection: { id }, name }: { connection: Connection; name: string }) {
  const outward = useExternalLink()
  const link = useQuery({
    queryKey: ['own-chat', id],
    queryFn: () => call(linkOwnChat, { params: { id } }),
    // Each is good once, and for a short time.
    gcTime: 0,
    staleTime: Infinity,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => (data ? renewedInMs(data, Date.now()) : false),
  })
  if (link.error) {
    return (
      <>
        <span role="alert" className="text-sm text-danger">
          {errorWords(link.error)}
        </span>
        <Button size="sm" loading={link.isFetching} onClick={() => void link.refetch()}>
          Try again
        </Button>
      </>
    )
  }
  if (!link.data) return null
  return (
    <a {...outward(link.data.url)} className={buttonClasses({ size: 'sm' })}>
      Open {name}
      <ExternalLink size={14} aria-hidden />
    </a>
  )
}

function ToGroup({ group, said, missing, timeZone, obstacle }: To & { group: Group }) {
  const { id, title } = group
  const { check, busy } = useGroupActions(group)
  const test = useSendTest<Content>({
    to: id,
    title: `Test to ${title}`,
    send: (content) =>
      call(testGroup, { params: { id }, body: { content, timeZone } }, { once: true }),
  })
  return (
    <Row
      name={<GroupName group={group} />}
      note={obstacle ?? test.result?.description ?? 'All of its members see it.'}
    >
      <div className="flex flex-wrap items-center justify-end gap-2">
        {/* Its rights may be back without the network having told of it. */}
        {group.status === 'limited' && (
          <Button size="sm" variant="plain" loading={busy} onClick={check}>
            Refresh status<span className="sr-only"> of {title}</span>
          </Button>
        )}
        <ReasonedButton
          size="sm"
          reason={obstacle}
          loading={test.isSending}
          onClick={() => isWhole(missing) && test.sendTest(said())}
        >
          Send<span className="sr-only"> to {title}</span>
        </ReasonedButton>
      </div>
    </Row>
  )
}

/** Whether nothing is missing of what is written; else says what. */
function isWhole(missing: To['missing']): boolean {
  const description = missing()
  if (!description) return true
  toast({ variant: 'destructive', title: 'The test message was not sent', description })
  return false
}

function Row({ name, note, children }: { name: ReactNode; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {/* Beside a long button there is no room for it on a phone. */}
      <div className="grid min-w-0 flex-1 basis-44">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted">{note}</span>
      </div>
      {children}
    </li>
  )
}
