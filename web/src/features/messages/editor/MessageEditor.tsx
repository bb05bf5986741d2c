import { zodResolver } from '@hookform/resolvers/zod'
import type { Message } from '@carillon/contract/messages'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { useUnsavedGuard } from '../../../app/navigation/useUnsavedGuard.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { KeptBanner } from '../../compose/KeptBanner.tsx'
import { useBase } from '../../compose/useBase.ts'
import { useUnsaved } from '../../compose/useUnsaved.ts'
import { emptyForm, formOf, MessageForm, prefilled } from '../form.ts'
import { canEdit } from '../words.ts'
import { ContentField } from './ContentField.tsx'
import { DroppedBanner } from './DroppedBanner.tsx'
import { GroupsField } from './GroupsField.tsx'
import { Options } from './Options.tsx'
import { Preview } from './Preview.tsx'
import { SaveBar } from './SaveBar.tsx'
import { StaleBanner } from './StaleBanner.tsx'
import { useSave } from './useSave.ts'
import { WhenField } from './WhenField.tsx'

type MessageEditorProps = {
  /** The message to edit; a new one without. */
  message?: Message
  /** Somebody has deleted it: what is typed can only become a new one. */
  deleted?: boolean
  /** ToldMessage how to discard what is not saved, once there is something; with nothing when there is not. */
  onUnsaved?: (discard: (() => void) | undefined) => void
  /** Told that what was typed is saved or discarded. */
  onLetGo?: () => void
  /** What else belongs beside the form. */
  children?: ReactNode
}

/** What is said, where, and when; beside it what members will see. */
export function MessageEditor(props: MessageEditorProps) {
  const { message, deleted, onUnsaved, onLetGo, children } = props
  const { timeZone } = useUser()
  const [search] = useSearchParams()
  const [initial] = useState(() =>
    message
      ? formOf(message, Date.now(), timeZone)
      : prefilled(emptyForm(Date.now(), timeZone), search),
  )
  const form = useForm<MessageForm>({
    resolver: zodResolver(MessageForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  const gone = deleted ? 'deleted' : message && !canEdit(message) ? message.status : undefined
  // Saving over a newer state is refused.
  const base = useBase(message)
  const { kept, letGo: forget } = useUnsaved(form, {
    place: message?.id ?? 'new',
    base: useCallback(() => base.get()?.editedRev.toString() ?? search.toString(), [base, search]),
    always: gone !== undefined,
  })
  const guard = useUnsavedGuard(isDirty, forget)
  const { letGo: pass } = guard
  const letGo = useCallback(() => {
    forget()
    pass()
    onLetGo?.()
  }, [forget, pass, onLetGo])
  const save = useSave(form, message, base, letGo)
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

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <form
          noValidate
          className="grid min-w-0 gap-5"
          onSubmit={(event) => void form.handleSubmit(save.go)(event)}
        >
          {kept && !(kept.restored && gone) && (
            <KeptBanner
              kept={kept}
              {...(message ? { note: 'The message has been changed since.' } : {})}
            />
          )}
          <Card className="grid gap-5 p-4 md:p-5">
            <ContentField />
          </Card>
          <Card className="grid gap-5 p-4 md:p-5">
            <GroupsField />
          </Card>
          <Card className="grid gap-5 p-4 md:p-5">
            <WhenField message={message} />
          </Card>
          <Options />
          <SaveBar
            status={message?.status}
            gone={gone}
            saving={save.saving}
            onDraft={save.draft}
            onCopy={save.copy}
            onDiscard={discard}
          >
            {save.stale && <StaleBanner {...save.stale} />}
            {save.dropped.length > 0 && <DroppedBanner dropped={save.dropped} />}
            {form.formState.errors.root && (
              <Banner tone="danger">{form.formState.errors.root.message}</Banner>
            )}
          </SaveBar>
        </form>
        <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
          <Preview />
          {children}
        </div>
      </div>
      {guard.dialog}
    </FormProvider>
  )
}
