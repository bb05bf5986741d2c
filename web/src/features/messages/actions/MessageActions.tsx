import type { MessageStatus, MessageSummary } from '@carillon/contract/messages'
import {
  Ban,
  Copy,
  Ellipsis,
  Orbit,
  Pause,
  Pencil,
  Play,
  SendHorizontal,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { canEdit, mostlySaid, previewOf } from '../words.ts'
import { PauseLater } from './PauseLater.tsx'
import type { Waiting } from './UnsavedDialog.tsx'
import { useDeletion } from './useDeletion.ts'
import { useMessageActions } from './useMessageActions.tsx'

// The dialogs load when they are needed, so that lists stay small.
const MessageDialogs = lazyComponent(async () => (await import('./MessageDialogs.tsx')).default)
const AddToCycle = lazyComponent(
  async () => (await import('../../cycles/add/AddToCycle.tsx')).default,
)

type MessageActionsProps = {
  message: MessageSummary
  /** In a list the menu has an item that opens the message, and its button names the message. */
  opens?: boolean
  /** Discards unsaved changes; undefined if there are none. */
  discard?: (() => void) | undefined
}

/** The menu of a message, with the actions that its status allows. */
export function MessageActions({ message, opens, discard }: MessageActionsProps) {
  const navigate = useNavigate()
  const actions = useMessageActions(message)
  const deletion = useDeletion()
  const [sending, setSending] = useState(false)
  const [pausing, setPausing] = useState(false)
  const [canceling, setCanceling] = useState(false)
  const [adding, setAdding] = useState(false)
  const [waiting, setWaiting] = useState<Waiting>()
  const { status } = message
  const series = message.kind === 'automated'

  const stopAsking = () => {
    setSending(false)
    setCanceling(false)
    setWaiting(undefined)
  }

  /** Asks first if the form has unsaved changes, because the action would lose them or not include them. */
  const afterAsking = (what: Waiting) => (discard ? setWaiting(what) : what.go())

  const remove = () =>
    deletion.remove([message.id], () => {
      if (!opens) navigate(series ? paths.automated : paths.scheduled)
    })

  return (
    <>
      <Menu
        trigger={
          <Button
            variant="plain"
            size="sm"
            icon
            aria-label={opens ? `Actions for ${nameOf(message)}` : 'Actions'}
            loading={actions.busy || deletion.busy}
          >
            <Ellipsis size={18} aria-hidden />
          </Button>
        }
        items={[
          opens === true &&
            canEdit(message) && {
              label: 'Edit',
              icon: Pencil,
              link: leadingTo(paths.editMessage(message.id)),
            },
          {
            label: 'Duplicate',
            icon: Copy,
            onSelect: () =>
              afterAsking({
                title: 'Duplicate it without your changes?',
                button: 'Discard them and duplicate',
                go: () => void actions.duplicate(),
              }),
          },
          { label: 'Add to a cycle…', icon: Orbit, onSelect: () => setAdding(true) },
          can.pause.includes(status) &&
            (series
              ? { label: 'Pause…', icon: Pause, onSelect: () => setPausing(true) }
              : { label: 'Pause', icon: Pause, onSelect: actions.pause }),
          status === 'paused' && {
            label: 'Resume',
            icon: Play,
            onSelect: series ? () => void actions.switchOn() : actions.resume,
          },
          can.sendNow.includes(status) && {
            label: 'Send now…',
            icon: SendHorizontal,
            onSelect: () =>
              afterAsking({
                title: 'Send it without your changes?',
                button: 'Discard them and go on',
                go: () => setSending(true),
              }),
          },
          '-',
          can.cancel.includes(status) &&
            // Sending is stopped without a question, because it would continue while the question is open.
            (status === 'sending'
              ? { label: 'Cancel', icon: Ban, onSelect: () => void actions.cancel() }
              : { label: 'Cancel…', icon: Ban, onSelect: () => setCanceling(true) }),
          {
            label: 'Delete',
            icon: Trash2,
            danger: true,
            onSelect: () =>
              afterAsking({
                title: 'Delete it with your changes?',
                button: 'Delete',
                go: () => void remove(),
              }),
          },
        ]}
      />
      {adding && (
        <LazyDialog onFailed={() => setAdding(false)}>
          <AddToCycle messageId={message.id} onClose={() => setAdding(false)} />
        </LazyDialog>
      )}
      <LazyDialog open={sending || canceling || waiting !== undefined} onFailed={stopAsking}>
        <MessageDialogs
          unsaved={{
            waiting,
            onStay: () => setWaiting(undefined),
            onGo: () => {
              setWaiting(undefined)
              discard?.()
              waiting?.go()
            },
          }}
          sendNow={{
            message,
            open: sending,
            onOpenChange: setSending,
            onSend: actions.sendNow,
            busy: actions.busy,
          }}
          cancel={{
            open: canceling,
            onOpenChange: setCanceling,
            onCancel: actions.cancel,
            busy: actions.busy,
          }}
        />
      </LazyDialog>
      <PauseLater
        noun="message"
        occurrence={message.occurrence}
        open={pausing}
        onOpenChange={setPausing}
        onPause={actions.switchOff}
        busy={actions.busy}
      />
    </>
  )
}

const can: Record<'pause' | 'sendNow' | 'cancel', MessageStatus[]> = {
  pause: ['scheduled', 'active', 'sending'],
  sendNow: ['draft', 'scheduled', 'active', 'paused', 'finished', 'failed', 'missed'],
  cancel: ['scheduled', 'sending', 'paused', 'failed', 'missed'],
}

/** What its row calls it. */
const nameOf = (message: MessageSummary) => previewOf({ ...message, content: mostlySaid(message) })

const leadingTo = (path: string) => (words: ReactNode) => <Link to={path}>{words}</Link>
