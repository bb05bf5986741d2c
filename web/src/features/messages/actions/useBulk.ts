import {
  getMessage,
  type MessageSummary,
  pauseMessage,
  resumeMessage,
} from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { isLost } from '../../../api/untilAnswered.ts'
import { askOrRead, withRateLimitRetry } from '../../../app/retries.ts'
import { toast } from '../../../ui/toast/store.ts'
import { count } from '../../../ui/words.ts'
import { receiveMessage } from '../cache.ts'
import { useDeletion } from './useDeletion.ts'

/** How many calls run at once: fast enough, and below the limit of the server. */
const AT_ONCE = 5

const waits = ({ status }: MessageSummary) => status === 'scheduled' || status === 'active'

type How = 'pause' | 'resume'

type Outcome = { done: unknown[]; unknown: unknown[]; refusals: { reason: unknown }[] }

/** Actions on many messages at once, each with one undo for all. */
export function useBulk(onDone: () => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const deletion = useDeletion()

  /** Calls `how` for each message. Returns those that were changed, those without an answer, and the refusals. */
  async function each(messages: MessageSummary[], how: How) {
    const done: MessageSummary[] = []
    const unknown: MessageSummary[] = []
    const refusals: { id: string; reason: unknown }[] = []
    for (let from = 0; from < messages.length; from += AT_ONCE) {
      const batch = messages.slice(from, from + AT_ONCE)
      const results = await Promise.allSettled(
        batch.map(async ({ id }) => receiveMessage(queryClient, await change(id, how))),
      )
      for (const [index, message] of batch.entries()) {
        const result = results[index]
        if (result?.status === 'fulfilled') done.push(message)
        else if (isLost(result?.reason)) unknown.push(message)
        else refusals.push({ id: message.id, reason: result?.reason })
      }
    }
    return { done, unknown, refusals }
  }

  /** Changes all messages, and offers the opposite change as undo. */
  async function changeAll(messages: MessageSummary[], how: How) {
    setBusy(true)
    const { done, unknown, refusals } = await each(messages, how)
    setBusy(false)
    onDone()
    const undo = async () => {
      const undone = await each(done, opposite[how])
      const tried = await each(unknown, opposite[how])
      const left = {
        done: [],
        unknown: [...undone.unknown, ...tried.unknown],
        refusals: [...undone.refusals, ...(await stillChanged(tried.refusals, how))],
      }
      if (left.unknown.length + left.refusals.length > 0) toast(wordsOf(left, opposite[how]))
    }
    toast({
      ...wordsOf({ done, unknown, refusals }, how),
      ...(done.length + unknown.length > 0
        ? { action: { label: 'Undo', run: () => void undo() } }
        : {}),
    })
  }

  return {
    busy: busy || deletion.busy,
    pause: (messages: MessageSummary[]) => void changeAll(messages.filter(waits), 'pause'),
    resume: (messages: MessageSummary[]) =>
      void changeAll(
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

/** Many changes soon exceed the rate limit of the server. */
const change = (id: string, how: How) => {
  const params = { id }
  return withRateLimitRetry(() =>
    askOrRead((options) => call(endpoints[how], { params }, options), {
      already_done: () => call(getMessage, { params }),
    }),
  )
}

/**
 * Of the messages whose undo was refused: those that are still changed. If a message was never changed, the refusal
 * is right.
 */
async function stillChanged<R extends { id: string }>(refusals: R[], how: How): Promise<R[]> {
  const read = ({ id }: R) => call(getMessage, { params: { id } }).catch(() => undefined)
  const now = await Promise.all(refusals.map(read))
  return refusals.filter((_, index) => {
    const message = now[index]
    return !message || (how === 'pause' ? message.status === 'paused' : waits(message))
  })
}

const endpoints = { pause: pauseMessage, resume: resumeMessage }
const opposite = { pause: 'resume', resume: 'pause' } as const
const pastTense = { pause: 'paused', resume: 'resumed' }

/** The results of all messages, in one toast. */
function wordsOf({ done, unknown, refusals }: Outcome, how: How) {
  const parts = [
    done.length > 0 && `${count(done.length, 'message')} ${pastTense[how]}`,
    unknown.length > 0 &&
      `${count(unknown.length, 'message')} may be ${pastTense[how]}: no answer came`,
    refusals.length > 0 &&
      `${count(refusals.length, 'message')} could not be ${pastTense[how]}: ${errorWords(refusals[0]?.reason)}`,
  ].filter((part) => part !== false)
  const [title = '', ...rest] = parts
  return {
    title,
    ...(rest.length > 0 ? { description: rest.join('. ') } : {}),
    variant: done.length > 0 ? 'default' : 'destructive',
  } as const
}
