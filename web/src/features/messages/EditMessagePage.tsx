import type { Message } from '@carillon/contract/messages'
import { FileQuestion } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { errorWords, isApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { formsOnDevice } from '../../app/unsaved.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Badge } from '../../ui/Status.tsx'
import { OpenForm } from '../compose/OpenForm.tsx'
import { TypedHere } from '../compose/TypedHere.tsx'
import { unreachableWords, useUnreachable } from '../connections/Unreachable.tsx'
import { FirstDelivery } from '../first-steps/FirstDelivery.tsx'
import { MessageActions } from './actions/MessageActions.tsx'
import { AttentionBanner } from './deliveries/AttentionBanner.tsx'
import { Deliveries } from './deliveries/Deliveries.tsx'
import { WaitingBanner } from './deliveries/WaitingBanner.tsx'
import { LoadingMessage, MessageEditor } from './editor/MessageEditor.tsx'
import { MessageSummary } from './MessageSummary.tsx'
import { pendingGroups } from './pendingGroups.ts'
import { Runs } from './runs/Runs.tsx'
import { useMessage } from './queries.ts'
import { Versions } from './versions/Versions.tsx'
import { nameOf } from './nameOf.ts'
import { canEdit, isLeftOver, stateWords } from './words.ts'

/** The page of one message: its form, while it can be changed, and its results. */
export function Component() {
  const { messageId = '' } = useParams()
  const message = useMessage(messageId)
  const deleted = isApiError(message.error, 'not_found')
  if (message.data) return <Shown key={messageId} message={message.data} deleted={deleted} />
  return (
    <Page title="Edit message" width="wide">
      {message.isPending && <LoadingMessage />}
      {message.isError &&
        (deleted ? (
          <NotFound id={messageId} />
        ) : (
          <Banner
            tone="danger"
            title="The message could not be loaded"
            action={<Button onClick={() => void message.refetch()}>Retry</Button>}
          >
            {errorWords(message.error)}
          </Banner>
        ))}
    </Page>
  )
}

function Shown({ message, deleted }: { message: Message; deleted: boolean }) {
  const words = stateWords(message)
  const unreachable = useUnreachable(pendingGroups(message))
  const [discard, setDiscard] = useState<() => void>()
  // If the message is sent or deleted meanwhile, the typed text stays here or on this device.
  const { uid } = useUser()
  const [mayHaveText, setMayHaveText] = useState(() => formsOnDevice(uid, message.id).length > 0)
  const [reopened, setReopened] = useState<string>()
  const onLetGo = useCallback(() => setMayHaveText(false), [])
  const onUnsaved = useCallback((next?: () => void) => setDiscard(() => next), [])
  if (deleted && !discard) {
    return (
      <Page title="Edit message" width="wide">
        <NotFound id={message.id} />
      </Page>
    )
  }
  // A message that was sent at once shows its results first.
  const isShown = isLeftOver(message) && reopened !== message.occurrence?.id
  const editable = (canEdit(message) && !isShown) || discard !== undefined || mayHaveText
  const beside = (
    <>
      {message.kind === 'automated' && <Runs message={message} />}
      {message.occurrence && <Deliveries message={message} />}
      <Versions messageId={message.id} rev={message.rev} />
    </>
  )
  const actions = !deleted && (
    <>
      <Badge tone={words.tone} {...(words.moving ? { pulsing: true } : {})}>
        {words.label}
      </Badge>
      <MessageActions message={message} discard={discard} />
    </>
  )
  const notes = (
    <>
      <FirstDelivery message={message} />
      {message.occurrence?.waiting ? (
        <WaitingBanner
          occurrence={message.occurrence}
          reach={message.reach}
          unreachable={unreachable}
        />
      ) : (
        unreachable.length > 0 && (
          <Banner tone="warn" className="mb-5">
            As it is now, {unreachableWords(unreachable)}
          </Banner>
        )
      )}
      <AttentionBanner message={message} />
    </>
  )
  if (editable) {
    return (
      <OpenForm
        place={message.id}
        base={String(message.editedRev)}
        always={deleted || !canEdit(message)}
        loading={
          <Page title="Edit message" actions={actions} width="wide">
            <LoadingMessage />
          </Page>
        }
      >
        {(held) => (
          <MessageEditor
            title="Edit message"
            actions={actions}
            notes={notes}
            message={message}
            held={held}
            deleted={deleted}
            onUnsaved={onUnsaved}
            onLetGo={onLetGo}
          >
            {beside}
          </MessageEditor>
        )}
      </OpenForm>
    )
  }
  return (
    <Page title={nameOf(message)} actions={actions} width="wide">
      {notes}
      <MessageSummary
        message={message}
        {...(isShown && canEdit(message)
          ? { onEdit: () => setReopened(message.occurrence?.id) }
          : {})}
      >
        {beside}
      </MessageSummary>
    </Page>
  )
}

function NotFound({ id }: { id: string }) {
  return (
    <>
      <TypedHere place={id} noun="message" />
      <Card>
        <EmptyState
          icon={FileQuestion}
          title="There is no such message"
          action={
            <Link to={paths.scheduled} className={buttonClasses({ variant: 'primary' })}>
              Back to Scheduled Messages
            </Link>
          }
        >
          It may have been deleted, or the address is not quite right.
        </EmptyState>
      </Card>
    </>
  )
}
