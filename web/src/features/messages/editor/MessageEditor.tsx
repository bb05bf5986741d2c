import { zodResolver } from '@hookform/resolvers/zod'
import type { Message } from '@carillon/contract/messages'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { useUnsavedGuard } from '../../../app/navigation/useUnsavedGuard.tsx'
import { Page } from '../../../app/Page.tsx'
import { paths } from '../../../app/paths.ts'
import { useWide } from '../../../ui/useWide.ts'
import { focusField } from '../../compose/focusField.ts'
import { Offer, UnsavedFormBanner } from '../../compose/UnsavedFormBanner.tsx'
import { useRenderedValueRef } from '../../compose/useValueRef.ts'
import { LEAVE_WHILE_SAVING, useRepeatUnanswered } from '../../compose/useRepeatUnanswered.ts'
import { useUnsaved } from '../../compose/useUnsaved.ts'
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
  /** The message to edit; a new one without. */
  message?: Message
  /** The initial fields of a new message. */
  filled?: Partial<MessageForm>
  /** Somebody has deleted it: the typed text can only become a new message. */
  deleted?: boolean
  /** Called with a function that discards unsaved changes; with undefined when there are none. */
  onUnsaved?: (discard: (() => void) | undefined) => void
  /** Called when the typed text was saved or discarded. */
  onLetGo?: () => void
  /** More elements beside the form. */
  children?: ReactNode
}

/** The editor of a message: its text, its groups and its time, with a preview beside it. */
export function MessageEditor(props: MessageEditorProps) {
  const { title, actions, notes, message, filled, deleted, onUnsaved, onLetGo, children } = props
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
  const { isDirty } = form.formState
  const gone = deleted ? 'deleted' : message && !canEdit(message) ? message.status : undefined
  // Saving over a newer state is refused.
  const base = useRenderedValueRef(message)
  const isNew = message === undefined
  const unsaved = useUnsaved(form, {
    place: message?.id ?? 'new',
    isNew,
    onOther: useCallback(() => base.set(undefined), [base]),
    // A new one is still the form of this address after it was saved, until the page is left.
    base: useCallback(
      () => (isNew ? search.toString() : String(base.get()?.editedRev)),
      [isNew, base, search],
    ),
    isSaved: useCallback(
      (values: MessageForm) =>
        message !== undefined &&
        messageDifferences(message, formOf(message, Date.now(), timeZone), values).length === 0,
      [message, timeZone],
    ),
    always: gone !== undefined,
  })
  const { restorable, elsewhere, forget } = unsaved
  const guard = useUnsavedGuard(isDirty, unsaved.leave)
  const { letGo: pass } = guard
  const letGo = useCallback(() => {
    forget()
    pass()
    onLetGo?.()
  }, [forget, pass, onLetGo])
  const save = useSave(form, message, base, { letGo, ...unsaved })
  const created =
    unsaved.created && unsaved.created.id !== base.get()?.id && !save.saving
      ? { to: paths.editMessage(unsaved.created.id), onOpen: pass }
      : undefined
  /** Whether it is a new one that was saved from here. */
  const isSaved = isNew && base.get() !== undefined
  const onInvalid = () => setView('write')
  const go = () => form.handleSubmit(save.go, onInvalid)
  useRepeatUnanswered(unsaved, { draft: save.draft, go: () => void go()() })
  const discard = () => {
    letGo()
    if (message) form.reset(formOf(message, Date.now(), timeZone))
  }

  useEffect(() => {
    if (!message || !isDirty) return
    onUnsaved?.(() => {
      letGo()
      form.reset(formOf(message, Date.now(), timeZone))
    })
    return () => onUnsaved?.(undefined)
  }, [message, isDirty, onUnsaved, letGo, form, timeZone])

  function lead(path: string) {
    flushSync(() => setView('write'))
    focusField(path, (field) => form.setFocus(field as FieldPath<MessageForm>))
  }

  const changed = message ? { note: 'The message has been changed since.' } : {}
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
              gone={gone}
              offer={
                !gone &&
                !save.saving && (
                  <Offer
                    {...{ elsewhere, ...changed }}
                    created={restorable ? undefined : created}
                  />
                )
              }
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
          {restorable && !isSaved && !save.saving && !(restorable.restored && gone) && (
            <div className="mb-5">
              <UnsavedFormBanner form={restorable} created={created} {...changed} />
            </div>
          )}
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
      {guard.dialog(save.saving && LEAVE_WHILE_SAVING)}
    </FormProvider>
  )
}
