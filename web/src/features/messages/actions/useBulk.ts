import {
  deleteMessage,
  type MessageSummary,
  pauseMessage,
  resumeMessage,
} from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { toast } from '../../../ui/toast/store.ts'
import { count } from '../../groups/words.ts'
import { forgetMessage, receiveMessage } from '../cache.ts'
import { hideMessage, showMessage } from './hidden.ts'
import { laterUnlessUndone } from './laterUnlessUndone.ts'

/** How many calls are under way at once: enough to be quick, few enough not to be held back. */
const AT_ONCE = 5

const waits = ({ status }: MessageSummary) => status === 'scheduled' || status === 'active'

/** What can be done with many messages at once; what was done can be undone as a whole. */
export function useBulk(onDone: () => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  /** Does it to each; answers those it was done to, and tells how many refused. */
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

  /** Out of sight and stopped at once, deleted when nobody wants them back. */
  async function remove(messages: MessageSummary[]) {
    setBusy(true)
    for (const { id } of messages) hideMessage(id)
    const stopped = await each(messages.filter(waits), pause)
    // What could not be stopped may go out while it could still be taken back: it stays.
    const kept = messages.filter((message) => waits(message) && !stopped.includes(message))
    for (const { id } of kept) showMessage(id)
    const going = messages.filter((message) => !kept.includes(message))
    setBusy(false)
    onDone()
    if (going.length === 0) return
    laterUnlessUndone(`${count(going.length, 'message')} deleted`, {
      work: async (keepalive) => {
        const gone = await each(going, ({ id }) =>
          call(deleteMessage, { params: { id } }, { keepalive }),
        )
        for (const { id } of gone) forgetMessage(queryClient, id)
        for (const { id } of going) if (!gone.some((one) => one.id === id)) showMessage(id)
      },
      undo: async () => {
        await each(stopped, resume)
        for (const { id } of going) showMessage(id)
      },
    })
  }

  return {
    busy,
    pause: (messages: MessageSummary[]) => void change(messages.filter(waits), 'pause'),
    resume: (messages: MessageSummary[]) =>
      void change(
        messages.filter(({ status }) => status === 'paused'),
        'resume',
      ),
    remove: (messages: MessageSummary[]) => void remove(messages),
  }
}
