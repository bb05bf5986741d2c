import {
  createMessage,
  type Exception,
  type Message,
  type MessageInput,
  sendMessageNow,
  updateMessage,
} from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { formProblems } from '../../../api/formErrors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import type { Base } from '../../compose/useBase.ts'
import { fieldOf, formOf, inputOf, type MessageForm } from '../form.ts'
import { receiveMessage } from '../cache.ts'
import { sentNowWords } from '../words.ts'

/** Saves what the editor holds: as a draft, for its time, or to be sent at once. */
export function useSave(
  form: UseFormReturn<MessageForm>,
  message: Message | undefined,
  /** The state the form was filled from: saving over a newer one is refused. */
  base: Base<Message | undefined>,
  letGo: () => void,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = useUser()
  const [saving, setSaving] = useState<'draft' | 'go'>()
  const under = useRef(false)
  const [newest, setNewest] = useState<Message>()
  const [dropped, setDropped] = useState<Exception[]>([])

  const { isDirty } = form.formState
  useEffect(() => {
    if (!message || isDirty || message.rev === base.get()?.rev) return
    base.set(message)
    form.reset(formOf(message, Date.now(), timeZone))
  }, [message, isDirty, form, timeZone, base])

  /** Writes the form down and answers the message as it is then. */
  async function write(values: MessageForm, status: MessageInput['status']): Promise<Written> {
    const present = base.get()
    const input = inputOf(values, status, present)
    const written: Written = present
      ? await call(updateMessage, {
          params: { id: present.id },
          body: { ...input, rev: present.rev },
        })
      : await call(createMessage, { body: input }, { once: true })
    const { dropped: _, ...message } = written
    base.set(message)
    receiveMessage(queryClient, message)
    // What was typed meanwhile stays, and is not saved yet.
    form.reset(values, { keepValues: true })
    return written
  }

  async function sendNow(values: MessageForm) {
    const kept = form.formState.isDirty ? undefined : base.get()
    const { id } = kept ?? (await write({ ...values }, 'draft'))
    const sent = await call(sendMessageNow, { params: { id } }, { once: true })
    base.set(sent)
    receiveMessage(queryClient, sent)
    return sent
  }

  async function attempt(what: 'draft' | 'go', work: (isAllSaved: () => boolean) => Promise<void>) {
    // A second save at once would make a second message.
    if (under.current) return
    under.current = true
    setSaving(what)
    setNewest(undefined)
    form.clearErrors()
    try {
      const typed = JSON.stringify(form.getValues())
      await work(() => JSON.stringify(form.getValues()) === typed)
    } catch (error) {
      if (isApiError(error, 'conflict') && error.current) setNewest(error.current as Message)
      else tell(error)
    }
    under.current = false
    setSaving(undefined)
  }

  function tell(error: unknown) {
    const { fields, form: rest } = formProblems(error, (path) => fieldOf(path, form.getValues()))
    for (const [index, { path, message }] of fields.entries()) {
      form.setError(path, { message }, { shouldFocus: index === 0 })
    }
    if (rest) form.setError('root', { message: rest })
  }

  const open = (id: string) => {
    letGo()
    navigate(paths.editMessage(id), { replace: !message })
  }

  return {
    saving,
    /** Changes to single runs that the new timetable has no place for. */
    dropped,

    draft: () =>
      void attempt('draft', async (isAllSaved) => {
        const draft = await write(structuredClone(form.getValues()), 'draft')
        toast({ title: 'Draft saved', ...(isAllSaved() ? {} : TYPED_SINCE) })
        if (!message && isAllSaved()) open(draft.id)
      }),

    /** Makes a draft of its own of what was typed too late for this message. */
    copy: () =>
      void attempt('draft', async () => {
        const body = inputOf(form.getValues(), 'draft', undefined)
        const draft = await call(createMessage, { body }, { once: true })
        receiveMessage(queryClient, draft)
        toast({ title: 'Saved as a new draft' })
        letGo()
        navigate(paths.editMessage(draft.id))
      }),

    go: (values: MessageForm) =>
      attempt('go', async (isAllSaved) => {
        if (values.when === 'now') {
          const sent = await sendNow(values)
          toast({ ...sentNowWords(sent, timeZone), ...(isAllSaved() ? {} : TYPED_SINCE) })
          if (isAllSaved()) open(sent.id)
          return
        }
        const { nextAt, dropped: gone = [] } = await write(values, 'active')
        setDropped(gone)
        const repeats = values.when === 'repeat'
        toast({
          title: repeats ? 'The message repeats' : 'Message scheduled',
          ...(nextAt ? { description: nextWords(nextAt, values, repeats) } : {}),
          ...(isAllSaved() ? {} : TYPED_SINCE),
        })
        // What was dropped is told here, where it can still be done anew.
        if (gone.length > 0 || !isAllSaved()) return
        letGo()
        navigate(repeats ? paths.automated : paths.scheduled)
      }),

    /** Set while the message was changed elsewhere after it was opened here. */
    stale: newest && {
      load: () => {
        base.set(newest)
        receiveMessage(queryClient, newest)
        form.reset(formOf(newest, Date.now(), timeZone))
        setNewest(undefined)
      },
      keep: () => {
        base.set(newest)
        setNewest(undefined)
      },
    },
  }
}

/** ToldMessage instead of leaving the page. */
const TYPED_SINCE = { description: 'What you typed since is not saved yet.' }

/** An answer to saving; `dropped` are the exceptions that match no slot any more. */
type Written = Message & { dropped?: Exception[] | undefined }

const nextWords = (nextAt: string, { timeZone }: MessageForm, repeats: boolean) =>
  (repeats ? 'Next on ' : '') + exactTime(nextAt, timeZone)
