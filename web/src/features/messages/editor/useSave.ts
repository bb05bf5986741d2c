import {
  createMessage,
  type Exception,
  type Message,
  type MessageInput,
  sendMessageNow,
  updateMessage,
} from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import type { Base } from '../../compose/useBase.ts'
import { useSaving } from '../../compose/useSaving.ts'
import { fieldOf, formOf, inputOf, type MessageForm } from '../form.ts'
import { receiveMessage } from '../cache.ts'
import { sentNowWords } from '../words.ts'

/** Saves what the editor holds: as a draft, for its time, or to be sent at once. */
export function useSave(
  form: UseFormReturn<MessageForm>,
  message: Message | undefined,
  base: Base<Message | undefined>,
  letGo: () => void,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellRefusal = useRefusalToast()
  const { timeZone } = useUser()
  const [dropped, setDropped] = useState<Exception[]>([])
  const saving = useSaving<MessageForm, Message, 'draft' | 'go'>({
    form,
    thing: message,
    base,
    formOf: useCallback((newest) => formOf(newest, Date.now(), timeZone), [timeZone]),
    fieldOf,
    receive: receiveMessage,
  })
  const { attempt } = saving

  /** Writes the form down and answers the message as it is then. */
  async function write(values: MessageForm, status: MessageInput['status']): Promise<Written> {
    const written = await put(inputOf(values, status, base.get()), base.get())
    const { dropped: _, ...saved } = written
    saving.saved(saved, values)
    return written
  }

  async function sendNow(values: MessageForm) {
    const kept = form.formState.isDirty ? undefined : base.get()
    const { id } = kept ?? (await write({ ...values }, 'draft'))
    const sent = await call(sendMessageNow, { params: { id } }, { once: true })
    saving.saved(sent, values)
    return sent
  }

  /** Puts a message back as it was before it was saved; a new one is a draft again, and opened. */
  async function undo(written: Message, before: MessageInput | undefined, draft: MessageInput) {
    try {
      const back = await put(before ?? draft, written)
      receiveMessage(queryClient, back)
      if (!before) navigate(paths.editMessage(back.id))
    } catch (error) {
      tellRefusal(error, 'It could not be undone')
    }
  }

  const open = (id: string) => {
    letGo()
    navigate(paths.editMessage(id), { replace: !message })
  }

  return {
    ...saving,
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
        const before = base.get() && inputBefore(base.get())
        const written = await write(values, 'active')
        const { nextAt, dropped: gone = [] } = written
        setDropped(gone)
        const repeats = values.when === 'repeat'
        const stays = gone.length > 0 || !isAllSaved()
        toast({
          title: repeats ? 'Automation started' : 'Message scheduled',
          ...(nextAt ? { description: nextWords(nextAt, values, repeats) } : {}),
          ...(isAllSaved() ? {} : TYPED_SINCE),
          ...(stays || (message && !before)
            ? {}
            : {
                action: {
                  label: 'Undo',
                  run: () => void undo(written, before, inputOf(values, 'draft', written)),
                },
              }),
        })
        // What was dropped is told here, where it can still be done anew.
        if (stays) return
        letGo()
        navigate(repeats ? paths.automated : paths.scheduled)
      }),
  }
}

/** Makes a message of an input, or changes `present` to it. */
const put = (input: MessageInput, present: Message | undefined): Promise<Written> =>
  present
    ? call(updateMessage, { params: { id: present.id }, body: { ...input, rev: present.rev } })
    : call(createMessage, { body: input }, { once: true })

/** What made a message as it was, for undoing its change; nothing where it cannot be put back so. */
function inputBefore(message: Message | undefined): MessageInput | undefined {
  if (!message || !['draft', 'scheduled', 'active'].includes(message.status)) return undefined
  const { kind, title, content, groupIds, topics, schedule, status } = message
  const { onUnconfirmed, catchUpMinutes, overlap, pauseAfterFailures } = message
  return {
    kind,
    status: status === 'draft' ? 'draft' : 'active',
    content,
    groupIds,
    ...(title ? { title } : {}),
    ...(topics ? { topics } : {}),
    ...(schedule ? { schedule } : {}),
    onUnconfirmed,
    catchUpMinutes,
    ...(kind === 'automated' ? { overlap, pauseAfterFailures } : {}),
  }
}

/** Told instead of leaving the page. */
const TYPED_SINCE = { description: 'What you typed since is not saved yet.' }

/** An answer to saving; `dropped` are the exceptions that match no slot any more. */
type Written = Message & { dropped?: Exception[] | undefined }

const nextWords = (nextAt: string, { timeZone }: MessageForm, repeats: boolean) =>
  (repeats ? 'Next on ' : '') + exactTime(nextAt, timeZone)
