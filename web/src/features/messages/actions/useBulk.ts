import { type MessageSummary, pauseMessage, resumeMessage } from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { toast } from '../../../ui/toast/store.ts'
import { count } from '../../../ui/words.ts'
import { receiveMessage } from '../cache.ts'
import { useDeletion } from './useDeletion.ts'

/** How many calls are under way at once: enough to be quick, few enough not to be held back. */
const AT_ONCE = 5

const waits = ({ status }: MessageSummary) => status === 'scheduled' || status === 'active'

/** What can be done with many messages at once; what was done can be undone as a whole. */
export function useBulk(onDone: () => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const deletion = useDeletion()

  /** Does it to each. Returns those it was done to; a toast says how many were refused. */
  async function each(
    messages: MessageSummary[],
    work: (message: MessageSummary) => Promise<unknown>,
  ) {
    const done: MessageSummary[] = []
    const refusals: unknown[] = []
    for (let from = 0; from < messages.length; from += AT_ONCE) {
      const batch = messages.slice(from, from + AT_ONCE)
      const results = await Promise.allSettled(batch.map(work))
      for (const [index, result] of results.entries()) {
        const message = batch[index]
        if (result.status === 'rejected') refusals.push(result.reason)
        else if (message) done.push(message)
      }
    }
    if (refusals.length > 0) {
      toast({
        variant: 'destructive',
        title: `${count(refusals.length, 'message')} could not be changed`,
        description: errorWords(refusals[0]),
      })
    }
    return done
  }

  const pause = async ({ id }: MessageSummary) =>
    receiveMessage(queryClient, await call(pauseMessage, { params: { id } }))
  const resume = async ({ id }: MessageSummary) =>
    receiveMessage(queryClient, await call(resumeMessage, { params: { id } }))

  /** Does one of them to all it fits, and offers the other as the way back. */
  async function change(messages: MessageSummary[], how: 'pause' | 'resume') {
    setBusy(true)
    const done = await each(messages, how === 'pause' ? pause : resume)
    setBusy(false)
    onDone()
    if (done.length === 0) return
    toast({
      title: `${count(done.length, 'message')} ${how === 'pause' ? 'paused' : 'resumed'}`,
      action: {
        label: 'Undo',
        run: () => void each(done, how === 'pause' ? resume : pause),
      },
    })
  }

  return {
    busy: busy || deletion.busy,
    pause: (messages: MessageSummary[]) => void change(messages.filter(waits), 'pause'),
    resume: (messages: MessageSummary[]) =>
      void change(
        messages.filter(({ status }) => status === 'paused'),
        'resume',
      ),
    remove: (messages: MessageSummary[]) =>
      void deletion.remove(
        messages.map(({ id }) => id),
        onDone,
      ),
  }
}
