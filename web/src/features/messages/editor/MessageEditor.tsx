import { zodResolver } from '@hookform/resolvers/zod'
import type { Message, MessageStatus } from '@carillon/contract/messages'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { Page } from '../../../app/Page.tsx'
import { paths } from '../../../app/paths.ts'
import type { HeldForm } from '../../../app/tabForm.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { focusField } from '../../compose/focusField.ts'
import { useEditing } from '../../compose/useEditing.tsx'
import { useGoneProblems } from '../../compose/useGoneProblems.ts'
import { useRepeatUnanswered } from '../../compose/useRepeatUnanswered.ts'
import { WriteAndPreview } from '../../compose/WriteAndPreview.tsx'
import { PreflightCard, showPreflight } from '../../preflight/PreflightCard.tsx'
import { emptyForm, formOf, MessageForm, prefilled } from '../form.ts'
import { canEdit } from '../words.ts'
import { messageDifferences } from './differences.ts'
import { MessageCheck } from './MessageCheck.tsx'
import { MessageFields, RunsToCome } from './MessageFields.tsx'
import { MessagePreview } from './MessagePreview.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useSave } from './useSave.tsx'

type MessageEditorProps = {
  /** The heading of the page, and what is beside it. */
  title: string
  actions?: ReactNode
  /** Notes above the form. */
  notes?: ReactNode
  /** The message to edit; undefined for a new one. */
  message?: Message
  held: HeldForm
  /** The initial fields of a new message. */
  filled?: Partial<MessageForm> | undefined
  /** Somebody has deleted it: the typed text can only become a new message. */
  deleted?: boolean
  /** Called with a function that discards unsaved changes; with undefined when there are none. */
  onUnsaved?: (discard: (() => void) | undefined) => void
  /** Called when the typed text was saved or discarded, or if the message is gone and there is none. */
  onLetGo?: () => void
  /** More elements beside the form. */
  children?: ReactNode
}

/** The editor of a message: its text, its groups and its time, with a preview beside it. */
export function MessageEditor(props: MessageEditorProps) {
  const { title, actions, notes, message, held, filled, deleted, onUnsaved, onLetGo, children } =
    props
  const { timeZone } = useUser()
  const id = useId()
  const wide = useWide()
  const [search] = useSearchParams()
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [initial] = useState(() =>
    message
      ? formOf(message, Date.now(), timeZone)
      : { ...prefilled(emptyForm(Date.now(), timeZone), search), ...filled },
  )
  const form = useForm<MessageForm>({
    resolver: zodResolver(MessageForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  useGoneProblems(form, MessageForm)
  const { isDirty } = form.formState
  const gone = deleted ? 'deleted' : message && !canEdit(message) ? message.status : undefined
  const editing = useEditing<MessageForm, Message>(form, {
    thing: message,
    held,
    formOf,
    differences: messageDifferences,
    pathOf: paths.editMessage,
    note: 'The message has been changed since.',
    isGone: gone !== undefined,
    onLetGo,
  })
  const { letGo, unanswered } = editing
  const save = useSave(form, message, editing)
  const onInvalid = () => setView('write')
  const go = (leave?: () => void) =>
    form.handleSubmit((values) => save.go(values, leave), onInvalid)
  const status = save.shown?.status ?? 'draft'
  // What would be sent or scheduled anew is not only saved: for that there are the buttons of the page.
  const isKept = KEPT.includes(status) && form.getValues('when') !== 'now'
  const saveAndLeave =
    status === 'draft'
      ? { label: 'Save draft', run: save.draft }
      : isKept && { label: 'Save', run: (leave: () => void) => void go(leave)() }
  const { restorable, offer, dialog } = editing.notes(
    save.saving !== undefined,
    (!gone && saveAndLeave) || undefined,
  )
  // Who has changed a message looks first what has become of it; a new draft is made of it only once.
  useRepeatUnanswered(
    unanswered,
    message ? { copy: save.copy } : { draft: save.draft, go: () => void go()() },
  )
  const discard = useCallback(() => {
    letGo()
    if (message) form.reset(formOf(message, Date.now(), timeZone))
  }, [letGo, message, form, timeZone])

  useEffect(() => {
    if (!message || !isDirty) return
    onUnsaved?.(discard)
    return () => onUnsaved?.(undefined)
  }, [message, isDirty, onUnsaved, discard])

  // What was typed may be in it: saved without an answer.
  const isSaved = () =>
    isDirty ? editing.isSaved(form.getValues()) && !save.saving : !editing.isAsking
  const hasNothing = gone !== undefined && isSaved()
  useEffect(() => {
    if (hasNothing) discard()
  }, [hasNothing, discard])

  function lead(path: string) {
    flushSync(() => setView('write'))
    focusField(path, (field) => form.setFocus(field as FieldPath<MessageForm>))
  }

  return (
    <FormProvider {...form}>
      <MessageCheck message={message} onLead={lead}>
        <Page
          width="wide"
          title={title}
          actions={actions}
          bar={
            <SaveBar
              form={id}
              message={message}
              // What is being sent from here is gone by its own press.
              gone={save.saving === 'go' ? undefined : gone}
              isInDoubt={!save.saving && (save.isUnanswered || unanswered.read() !== undefined)}
              offer={offer}
              save={save}
              onResume={() => void form.handleSubmit(save.resume, onInvalid)()}
              onDiscard={discard}
              onLead={lead}
              onWarnings={() => {
                flushSync(() => setView('write'))
                showPreflight()
              }}
            />
          }
        >
          {notes}
          {restorable}
          <WriteAndPreview
            view={view}
            onView={setView}
            form={id}
            onSubmit={(event) => void go()(event)}
            locked={gone !== undefined}
            fields={<MessageFields message={message} />}
            preview={
              <>
                <MessagePreview message={message} />
                {wide && !gone && <PreflightCard />}
                {wide && <RunsToCome message={message} />}
                {children}
              </>
            }
          />
        </Page>
      </MessageCheck>
      {dialog}
    </FormProvider>
  )
}

/** A change of these can be saved, and leaves them as they are otherwise. */
const KEPT: readonly MessageStatus[] = ['scheduled', 'active', 'paused']

/** The editor while its message loads, or its form is opened. */
export function LoadingMessage() {
  return (
    <Loading label="Loading the message">
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid gap-5">
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="h-48" />
      </div>
    </Loading>
  )
}
