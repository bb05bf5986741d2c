import {
  cancelMessage,
  dismissAttention,
  duplicateMessage,
  getMessage,
  type MessageSummary,
  pauseMessage,
  resumeMessage,
  sendMessageNow,
} from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { askOrRead, askUntilAnswered } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { browserHistory } from '../../../app/navigation/browserHistory.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import { receiveMessage } from '../cache.ts'
import { sentNowWords } from '../words.ts'
import { pausedWords } from './pausedWords.ts'
import type { Send } from './sendUntilAnswered.ts'
import { WatchMessage } from './WatchMessage.tsx'

const verbs = {
  pause: { endpoint: pauseMessage, refused: 'It could not be paused' },
  resume: { endpoint: resumeMessage, refused: 'It could not be resumed' },
  cancel: { endpoint: cancelMessage, refused: 'It could not be cancelled' },
  sendNow: { endpoint: sendMessageNow, refused: 'It could not be sent' },
  dismiss: { endpoint: dismissAttention, refused: 'It could not be dismissed' },
  duplicate: { endpoint: duplicateMessage, refused: 'It could not be duplicated' },
}

const COPIED = { title: 'A copy was saved as a draft' }

/** `send`: the function that sends it. Only the dialog for sending loads it. */
type Verb = { name: keyof typeof verbs; pause?: PauseInput; send?: () => ReturnType<Send> }

/** How to pause: until when, and whether unsent deliveries are canceled or still sent. */
export type PauseInput = { until?: string; stopRemaining?: boolean }

/** Actions on a message. An action that can be undone is done at once and offers Undo; the others ask first. */
export function useMessageActions(message: MessageSummary) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const navigate = useNavigate()
  const { timeZone } = useUser()
  const { id } = message
  const params = { id }

  const editor = paths.editMessage(id)
  const { pathname } = useLocation()
  const fix = pathname === editor ? undefined : () => navigate(editor)
  const act = useMutation({
    mutationFn: ({ name, pause, send }: Verb) => {
      if (send) return send()
      const act = (options: { once: string | true }) =>
        name === 'pause'
          ? call(pauseMessage, { params, ...(pause ? { body: pause } : {}) }, options)
          : call(verbs[name].endpoint, { params }, options)
      // The copy is a new message, and only the answer has its id.
      if (name === 'duplicate') return askUntilAnswered(() => act({ once: true }))
      return askOrRead(act, { already_done: () => call(getMessage, { params }) })
    },
    onSuccess: (next) => next && receiveMessage(queryClient, next),
    onError: (error, { name }) => {
      if (name === 'duplicate' && isApiError(error, 'already_done')) return toast(COPIED)
      tellRefusal(error, verbs[name].refused, fix)
    },
  })
  /** Returns the changed message; undefined if the action was refused, which a toast has said. */
  const attempt = (name: Verb['name'], how: Omit<Verb, 'name'> = {}) =>
    act.mutateAsync({ name, ...how }).catch(() => undefined)

  return {
    /** The action that is running. */
    busy: act.isPending,
    pause: () => void attempt('pause'),
    dismiss: () => void attempt('dismiss'),
    resume: () => void attempt('resume'),

    /** Pauses a series, and offers to resume it. Returns whether it is paused. */
    switchOff: async (pause: PauseInput) => {
      const paused = await attempt('pause', { pause })
      if (!paused) return false
      toast({
        ...pausedWords(pause.until, timeZone),
        action: { label: 'Undo', run: () => void attempt('resume') },
      })
      return true
    },

    switchOn: async () => {
      const until = message.pausedUntil
      const on = await attempt('resume')
      if (!on) return
      toast({
        title: 'Switched on',
        description: on.nextAt
          ? `Next on ${exactTime(on.nextAt, timeZone)}.`
          : 'It has no upcoming run.',
        action: {
          label: 'Undo',
          run: () => void attempt('pause', until ? { pause: { until } } : {}),
        },
      })
    },

    /** `anyway`: ignores the rules of its groups. */
    sendNow: async ({ anyway, send }: { anyway: boolean; send: Send }) => {
      const from = browserHistory.present().location.pathname
      const sent = await attempt('sendNow', { send: () => send(message, anyway) })
      if (!sent) return
      toast({
        ...(anyway ? { title: 'Sending now' } : sentNowWords(sent, timeZone)),
        ...(sent.occurrence ? { watch: <WatchMessage id={id} run={sent.occurrence.id} /> } : {}),
      })
      // A user who has opened another page meanwhile stays there.
      if (browserHistory.present().location.pathname === from) navigate(editor)
    },

    duplicate: async () => {
      const copy = await attempt('duplicate')
      if (!copy) return
      toast(COPIED)
      navigate(paths.editMessage(copy.id))
    },

    cancel: async () => {
      if (await attempt('cancel')) toast({ title: 'Message cancelled' })
    },
  }
}
