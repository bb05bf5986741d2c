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
import { fieldOf, formOf, inputOf, type MessageForm } from '../form.ts'
import { receiveMessage } from '../cache.ts'

/** Saves what the editor holds: as a draft, for its time, or to be sent at once. */
export function useSave(
  form: UseFormReturn<MessageForm>,
  message: Message | undefined,
  letGo: () => void,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = useUser()
  const [saving, setSaving] = useState<'draft' | 'go'>()
  const [newest, setNewest] = useState<Message>()
  const [dropped, setDropped] = useState<Exception[]>([])
  // The state the form was filled from: saving over a newer one is refused.
  const base = useRef(message)

  const { isDirty } = form.formState
  useEffect(() => {
    if (!message || isDirty || message.rev === base.current?.rev) return
    base.current = message
    form.reset(formOf(message, Date.now(), timeZone))
  }, [message, isDirty, form, timeZone])

  /** Writes the form down and answers the message as it is then. */
  async function write(values: MessageForm, status: MessageInput['status']): Promise<Written> {
    const input = inputOf(values, status, base.current)
    const written: Written = base.current
      ? await call(updateMessage, {
          params: { id: base.current.id },
          body: { ...input, rev: base.current.rev },
        })
      : await call(createMessage, { body: input }, { once: true })
    const { dropped: _, ...message } = written
    base.current = message
    receiveMessage(queryClient, message)
    form.reset(values)
    return written
  }

  async function sendNow(values: MessageForm) {
    const kept = base.current && !form.formState.isDirty ? base.current : undefined
    const { id } = kept ?? (await write({ ...values }, 'draft'))
    const sent = await call(sendMessageNow, { params: { id } }, { once: true })
    base.current = sent
    receiveMessage(queryClient, sent)
    return sent
  }

  async function attempt(what: 'draft' | 'go', work: () => Promise<void>) {
    setSaving(what)
    setNewest(undefined)
    form.clearErrors()
    try {
      await work()
    } catch (error) {
      if (isApiError(error, 'conflict') && error.current) setNewest(error.current as Message)
      else tell(error)
    }
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
      void attempt('draft', async () => {
        const draft = await write(form.getValues(), 'draft')
        toast({ title: 'Draft saved' })
        if (!message) open(draft.id)
      }),

    go: (values: MessageForm) =>
      attempt('go', async () => {
        if (values.when === 'now') {
          const sent = await sendNow(values)
          toast({ title: 'Sending now' })
          return open(sent.id)
        }
        const { nextAt, dropped: gone = [] } = await write(values, 'active')
        setDropped(gone)
        const repeats = values.when === 'repeat'
        toast({
          title: repeats ? 'The message repeats' : 'Message scheduled',
          ...(nextAt ? { description: nextWords(nextAt, values, repeats) } : {}),
        })
        // What was dropped is told here, where it can still be done anew.
        if (gone.length > 0) return
        letGo()
        navigate(repeats ? paths.automated : paths.scheduled)
      }),

    /** Set while the message was changed elsewhere after it was opened here. */
    stale: newest && {
      load: () => {
        base.current = newest
        receiveMessage(queryClient, newest)
        form.reset(formOf(newest, Date.now(), timeZone))
        setNewest(undefined)
      },
      keep: () => {
        base.current = newest
        setNewest(undefined)
      },
    },
  }
}

/** An answer to saving; `dropped` are the exceptions that match no slot any more. */
type Written = Message & { dropped?: Exception[] | undefined }

const nextWords = (nextAt: string, { timeZone }: MessageForm, repeats: boolean) =>
  (repeats ? 'Next on ' : '') + exactTime(nextAt, timeZone)
