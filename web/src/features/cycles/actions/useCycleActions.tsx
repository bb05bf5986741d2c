import {
  type Cycle,
  type CycleSummary,
  deleteCycle,
  dismissCycleAttention,
  duplicateCycle,
  finishCycle,
  getCycle,
  jumpToStep,
  pauseCycle,
  restartRound,
  restorePlace,
  restoreCycle,
  resumeCycle,
  type SendNextStep,
  sendNextStep,
  skipNextStep,
  swapInCycle,
} from '@carillon/contract/cycles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { askAgain } from '../../../api/askAgain.ts'
import { call } from '../../../api/call.ts'
import { isApiError } from '../../../api/errors.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { browserHistory } from '../../../app/navigation/browserHistory.ts'
import { paths } from '../../../app/paths.ts'
import { askOrRead, askUntilAnswered } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { exactTime } from '../../../ui/time/words.ts'
import { pausedWords } from '../../messages/actions/pausedWords.ts'
import type { PauseInput } from '../../messages/actions/useMessageActions.tsx'
import { forgetCycle, receiveCycle } from '../cache.ts'
import { sendStep } from './sendStep.ts'
import { WatchCycle } from './WatchCycle.tsx'

const verbs = {
  pause: { endpoint: pauseCycle, refused: 'It could not be paused' },
  resume: { endpoint: resumeCycle, refused: 'It could not be resumed' },
  finish: { endpoint: finishCycle, refused: 'It could not be finished' },
  swapIn: { endpoint: swapInCycle, refused: 'It could not be used instead' },
  skip: { endpoint: skipNextStep, refused: 'It could not be skipped' },
  send: { endpoint: sendNextStep, refused: 'It could not be sent' },
  jump: { endpoint: jumpToStep, refused: 'It could not be made the next' },
  restart: { endpoint: restartRound, refused: 'The round could not begin again' },
  back: { endpoint: restorePlace, refused: 'It could not be undone' },
  dismiss: { endpoint: dismissCycleAttention, refused: 'It could not be dismissed' },
  duplicate: { endpoint: duplicateCycle, refused: 'It could not be duplicated' },
}

const COPIED = { title: 'A copy was saved as a draft' }

/** `rev`: that of the cycle after the change of its place that is undone. `seen`: what a person is about to send. */
type Verb = {
  name: keyof typeof verbs
  pause?: PauseInput
  step?: string
  rev?: number
  seen?: SendNextStep
}

/** Actions on a cycle. An action that can be undone is done at once and offers Undo; the others ask first. */
export function useCycleActions({ id }: Pick<CycleSummary, 'id'>) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const navigate = useNavigate()
  const { timeZone } = useUser()
  const params = { id }

  const act = useMutation({
    mutationFn: ({ name, pause, step, rev, seen }: Verb) => {
      if (name === 'send') return sendStep(id, seen)
      const act = (options: { once: string | true }) => {
        if (name === 'pause')
          return call(pauseCycle, { params, ...(pause ? { body: pause } : {}) }, options)
        if (name === 'jump')
          return call(jumpToStep, { params, body: { step: step ?? '' } }, options)
        if (name === 'back')
          return call(restorePlace, { params, body: rev ? { rev } : {} }, options)
        return call(verbs[name].endpoint, { params }, options)
      }
      // The copy is a new cycle, and only the answer has its id.
      if (name === 'duplicate') return askUntilAnswered(() => act({ once: true }))
      return askOrRead<Cycle & { isOnlyRead?: true }>(act, {
        already_done: async () => ({ ...(await call(getCycle, { params })), isOnlyRead: true }),
      })
    },
    onSuccess: (next) => receiveCycle(queryClient, next),
    onError: (error, { name }) => {
      if (name === 'duplicate' && isApiError(error, 'already_done')) return toast(COPIED)
      // What can be sent now changes with the time as well, and the cycle has no newer `rev` then.
      if (isApiError(error, 'conflict')) void askAgain(queryClient, ['cycles'])
      tellRefusal(error, verbs[name].refused)
    },
  })
  /** Returns the changed cycle; undefined if the action was refused, which a toast has said. */
  const attempt = (verb: Verb) => act.mutateAsync(verb).catch(() => undefined)

  /** Not for a state that was only read: another device may have changed the place since. */
  const placeBefore = ({ rev, isOnlyRead }: Cycle & { isOnlyRead?: true }) =>
    isOnlyRead ? {} : { action: { label: 'Undo', run: () => void attempt({ name: 'back', rev }) } }

  const restore = useMutation({
    mutationFn: () =>
      askOrRead((options) => call(restoreCycle, { params }, options), {
        already_done: () => call(getCycle, { params }),
      }),
    onSuccess: (back) => receiveCycle(queryClient, back),
    onError: (error) => tellRefusal(error, 'The deletion could not be undone'),
  })
  const remove = useMutation({
    mutationFn: () =>
      askOrRead(() => call(deleteCycle, { params }), { not_found: () => ({ done: true }) }),
    onError: (error) => tellRefusal(error, 'It could not be deleted'),
  })

  return {
    /** An action is running. */
    busy: act.isPending || remove.isPending,

    /** Returns whether it is paused. */
    pause: async (pause: PauseInput) => {
      const paused = await attempt({ name: 'pause', pause })
      if (!paused) return false
      toast({
        ...pausedWords(pause.until, timeZone),
        action: { label: 'Undo', run: () => void attempt({ name: 'resume' }) },
      })
      return true
    },

    resume: async () => {
      const on = await attempt({ name: 'resume' })
      if (!on) return
      toast({
        title: 'Switched on',
        description: on.nextAt
          ? `Next on ${exactTime(on.nextAt, timeZone)}.`
          : 'It has no time to come.',
      })
    },

    skip: async () => {
      const skipped = await attempt({ name: 'skip' })
      if (!skipped) return
      toast({
        title: 'Skipped',
        description: 'The next time says the step after it.',
        ...placeBefore(skipped),
      })
    },

    send: async (seen: SendNextStep) => {
      const from = browserHistory.present().location.pathname
      const sent = await attempt({ name: 'send', seen })
      if (!sent) return
      toast({
        title: 'Sending now',
        ...(sent.occurrence ? { watch: <WatchCycle id={id} run={sent.occurrence.id} /> } : {}),
      })
      // A user who has opened another page meanwhile stays there.
      if (browserHistory.present().location.pathname === from) navigate(paths.cycle(id))
    },

    jump: async (step: string, number: number) => {
      const jumped = await attempt({ name: 'jump', step })
      if (!jumped) return
      toast({ title: `Step ${number} is next`, ...placeBefore(jumped) })
    },

    restart: async () => {
      const begun = await attempt({ name: 'restart' })
      if (!begun) return
      toast({ title: 'The round begins again', ...placeBefore(begun) })
    },

    dismiss: () => void attempt({ name: 'dismiss' }),

    swapIn: async () => {
      if (await attempt({ name: 'swapIn' })) toast({ title: 'The cycle is back' })
    },

    finish: async () => {
      if (await attempt({ name: 'finish' })) toast({ title: 'Cycle finished' })
    },

    duplicate: async () => {
      const copy = await attempt({ name: 'duplicate' })
      if (!copy) return
      toast(COPIED)
      navigate(paths.editCycle(copy.id))
    },

    /** Deletes the cycle, and offers Undo. */
    remove: async (onDeleted: () => void = () => {}) => {
      const done = await remove.mutateAsync().catch(() => undefined)
      if (!done) return
      onDeleted()
      forgetCycle(queryClient, id)
      toast({
        title: 'Cycle deleted',
        action: { label: 'Undo', run: () => restore.mutate() },
      })
    },
  }
}
