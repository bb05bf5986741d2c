import {
  createMessage,
  type Exception,
  getMessage,
  type Message,
  updateMessage,
} from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { randomKey } from '../../../api/randomKey.ts'
import { ApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { isLost } from '../../../api/untilAnswered.ts'
import { askOrRead } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { uploadProblem } from '../../compose/media/files.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import type { Editing } from '../../compose/useEditing.tsx'
import { createdBefore, type FormOnServer, nameOf, openCreation } from '../../compose/creation.ts'
import { useSaving } from '../../compose/useSaving.ts'
import { useRenderedValueRef } from '../../compose/useValueRef.ts'
import { WatchMessage } from '../actions/WatchMessage.tsx'
import { messageDifferences } from './differences.ts'
import { type Edited, inputBefore } from './inputBefore.ts'
import {
  COPY_CHANGED,
  COPY_DELETED,
  nextWords,
  savedTitle,
  SENT_BEFORE,
  whyOver,
} from './savedWords.ts'
import { sentBefore } from './sentBefore.ts'
import { fieldOf, type InputFields, inputOf, type MessageForm } from '../form.ts'
import { receiveMessage } from '../cache.ts'
import { sentNowWords } from '../words.ts'

/** Saves the editor: as a draft, for its time, or to be sent at once. A paused message stays paused. */
export function useSave(
  form: UseFormReturn<MessageForm>,
  message: Message | undefined,
  { tab, base, newest, formOf, letGo, unanswered }: Editing<MessageForm, Message>,
) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellRefusal = useRefusalToast()
  const { timeZone } = useUser()
  const [dropped, setDropped] = useState<Exception[]>([])
  const isAsked = ({ status }: Message, what: What) => {
    if (what === 'draft' || form.getValues('when') === 'now') return status === 'draft'
    const stays = what === 'go' && saving.shown?.status === 'paused'
    return stays ? status === 'paused' : ['draft', 'scheduled', 'active'].includes(status)
  }
  const saving = useSaving<MessageForm, Message, What>({
    form,
    thing: message,
    base,
    newest,
    formOf,
    differences: messageDifferences,
    isAsked,
    fieldOf,
    tab,
    unanswered,
    receive: receiveMessage,
  })
  const { attempt, ask, hasLeft } = saving
  /** The `rev` that a change has replaced if it arrived: no answer to it came. */
  const unansweredRev = useRenderedValueRef<number | undefined>(undefined)
  /** Names the changes of the message that this form has created, as no attempt does. */
  const [ownId] = useState(randomKey)
  const calls = {
    create: (body: Created & FormOnServer & { attempt: string }): Promise<Written> =>
      ask(() => call(createMessage, { body })).catch(sentBefore(body.attempt)),
    change(
      before: Message,
      body: Edited & Partial<FormOnServer>,
      attempt: string,
    ): Promise<Written> {
      const noteLost = (error: unknown) => {
        if (isLost(error)) unansweredRev.set(before.rev)
        throw error
      }
      const ours = sentBefore(attempt)
      return ask(() => put({ ...body, attempt }, before).catch(noteLost)).catch(ours)
    },
  }
  const creation = openCreation<Created, Written, What>(unanswered, {
    ...calls,
    isAsked,
    whyOver,
  })

  /** A draft of what was typed too late, also after its answer was lost and the page was loaded anew. */
  const copying = openCreation<Created, Written, 'copy'>(unanswered, {
    ...calls,
    isAsked: ({ status }) => status === 'draft',
    whyOver: (there) => (there ? undefined : COPY_DELETED),
  })

  /** Changes a message. In the form that has created the message, it refuses once the message was sent or deleted. */
  const change = (present: Message, input: Edited, press: What) => {
    // Of one state, the same change is made only once.
    const openedAs = saving.shown?.status ?? present.status
    const body = { ...input, rev: present.rev, openedAs }
    if (!message) {
      return creation.goOn(present, () => calls.change(present, body, nameOf(ownId, body)))
    }
    // Of an earlier press, perhaps before the page was loaded anew.
    if (unanswered.read()) unansweredRev.set(present.rev)
    const asked = async () => body
    return saving.change(press, asked, (form, name) => calls.change(present, form, name))
  }

  /** Saves the form for a pressed button, and returns the saved message. */
  async function write(
    values: MessageForm,
    status: Edited['status'],
    press: What,
  ): Promise<Written> {
    const present = base.get()
    const input = { ...inputOf(values, 'draft', present), status }
    const written = await (present
      ? change(present, input, press)
      : creation.create(async () => asNew(input), press))
    const { dropped: _, ...saved } = written
    saving.saved(saved, values)
    return written
  }

  /** Undoes a save. A new message becomes a draft again and is opened. */
  async function undo(written: Message, before: Edited | undefined, draft: Edited) {
    try {
      const input = before ?? draft
      const back = await askOrRead<Message>((once) => put(input, written, once), {
        already_done: () => call(getMessage, { params: { id: written.id } }),
      })
      receiveMessage(queryClient, back)
      if (!before) navigate(paths.editMessage(back.id))
    } catch (error) {
      tellRefusal(error, 'It could not be undone')
    }
  }

  const open = (id: string) => {
    letGo()
    if (!hasLeft()) navigate(paths.editMessage(id), { replace: !message })
  }

  /** `leave` goes where the person wants to go instead of the list. */
  function run(what: 'go' | 'resume', values: MessageForm, leave?: () => void) {
    const present = base.get()
    const status = saving.shown?.status
    const remains = what === 'go' && status === 'paused'
    const before = present && status && inputBefore({ ...present, status }, remains)
    return attempt(what, async (isAllSaved) => {
      if (values.when === 'now') {
        const sent = await write(values, 'sending', what)
        toast({
          ...sentNowWords(sent, timeZone),
          ...(isAllSaved() ? {} : TYPED_SINCE),
          ...(sent.occurrence
            ? { watch: <WatchMessage id={sent.id} run={sent.occurrence.id} /> }
            : {}),
        })
        if (isAllSaved()) open(sent.id)
        else if (!message) {
          // What was sent cannot change any more: what was typed since is another message.
          unanswered.startAnew()
          form.setError('root', { message: SENT_BEFORE })
        }
        return
      }
      const written = await write(values, remains ? 'paused' : 'active', what)
      const { nextAt, dropped: gone = [] } = written
      setDropped(gone)
      const repeats = values.when === 'repeat'
      const stays = gone.length > 0 || !isAllSaved()
      const words = [
        remains ? 'It stays paused.' : '',
        nextAt ? nextWords(nextAt, values, repeats) + (isAllSaved() ? '' : '.') : '',
        isAllSaved() ? '' : TYPED_SINCE.description,
      ].filter(Boolean)
      toast({
        title: savedTitle(what, repeats, status),
        ...(words.length > 0 ? { description: words.join(' ') } : {}),
        ...(stays || (message && !before)
          ? {}
          : {
              action: {
                label: 'Undo',
                run: () => void undo(written, before, inputOf(values, 'draft', written)),
              },
            }),
      })
      // Stays on this page if exceptions were dropped: it shows them, and here they can be made again.
      if (stays && !(isAllSaved() && hasLeft())) return
      letGo()
      if (hasLeft()) return
      if (leave) leave()
      else navigate(repeats ? paths.automated : paths.scheduled)
    })
  }

  /** Shows a problem at the text if a file is not uploaded yet, because a draft would lose it. */
  function lacksFile(): boolean {
    const missing = uploadProblem(form.getValues())
    if (!missing) return false
    const { path, message } = missing
    form.setError(path.join('.') as FieldPath<MessageForm>, { message }, { shouldFocus: true })
    return true
  }

  return {
    ...saving,
    /** Whether no answer came to a change of what this form was filled from. */
    isUnanswered: unansweredRev.get() !== undefined && unansweredRev.get() === base.get()?.rev,
    /** Changes of single runs that match no slot of the new timetable. */
    dropped,

    /** `leave` goes where the person wants to go instead of the draft. */
    draft: (leave?: () => void) => {
      if (lacksFile()) return
      const values = structuredClone(form.getValues())
      void attempt('draft', async (isAllSaved) => {
        const draft = await write(values, 'draft', 'draft')
        toast({ title: 'Draft saved', ...(isAllSaved() ? {} : TYPED_SINCE) })
        if (!isAllSaved()) return
        if (leave && !hasLeft()) {
          letGo()
          leave()
        } else if (!message || hasLeft()) open(draft.id)
      })
    },

    /** Creates a new draft from what was typed too late for this message. */
    copy: () => {
      if (lacksFile()) return
      void attempt('draft', async () => {
        const input = inputOf(form.getValues(), 'draft', undefined)
        const draft = await copying
          .create(async () => input, 'copy')
          .catch((error: unknown) => {
            if (!createdBefore(error)) throw error
            unanswered.startAnew()
            throw new ApiError(409, { code: 'conflict', message: COPY_CHANGED })
          })
        receiveMessage(queryClient, draft)
        toast({ title: 'Saved as a new draft' })
        open(draft.id)
      })
    },

    go: (values: MessageForm, leave?: () => void) => run('go', values, leave),

    /** Saves a paused message, and ends its pause. */
    resume: (values: MessageForm) => run('resume', values),
  }
}

/** Changes a message to an input. */
const put = (
  input: Edited & Partial<FormOnServer> & { attempt?: string },
  { id, rev, status }: Message,
  options?: { once: string },
): Promise<Written> =>
  call(updateMessage, { params: { id }, body: { openedAs: status, ...input, rev } }, options)

/** The input that creates a message. A new message cannot be paused. */
const asNew = ({ status, ...input }: Edited): Created => ({
  ...input,
  status: status === 'paused' ? 'active' : status,
})

/** How to save: as a draft, with its status or started, or ending its pause. */
type What = 'draft' | 'go' | 'resume'

type Created = InputFields & { status: Exclude<Edited['status'], 'paused'> }

/** The toast if the page is not left because the user typed more meanwhile. */
const TYPED_SINCE = { description: 'What you typed since is not saved yet.' }

/** An answer to saving; `dropped` are the exceptions that match no slot any more. */
type Written = Message & { dropped?: Exception[] | undefined }
