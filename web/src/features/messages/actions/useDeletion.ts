import { deleteMessages, MESSAGES_PER_CALL_MAX, restoreMessages } from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { ApiError, errorWords } from '../../../api/errors.ts'
import { askOrRead } from '../../../app/retries.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { toast } from '../../../ui/toast/store.ts'
import { count } from '../../../ui/words.ts'
import { refetchSends } from '../../calendar/cache.ts'
import { forgetMessage, refetchLists } from '../cache.ts'

/** Deletes messages, and restores them if the user presses Undo. */
export function useDeletion() {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const [busy, setBusy] = useState(false)

  /**
   * Calls an endpoint for all messages, a few at a time, and again if an answer was lost. Returns those that were
   * changed, and the error of the first of the others.
   */
  async function toAll(endpoint: typeof deleteMessages | typeof restoreMessages, ids: string[]) {
    const done: string[] = []
    let refused: string | null = null
    let missed: string | undefined
    for (let from = 0; from < ids.length; from += MESSAGES_PER_CALL_MAX) {
      const some = ids.slice(from, from + MESSAGES_PER_CALL_MAX)
      const ask = (options?: { once: string }) => call(endpoint, { body: { ids: some } }, options)
      // The earlier call may have ended after some of them. For those that it has changed, a new one has the same result.
      const answer = await askOrRead(ask, { already_done: () => ask() })
      done.push(...answer.done)
      refused ??= answer.refused
      missed ??= answer.missed
    }
    return { done, refused, missed }
  }

  async function restore(ids: string[]) {
    try {
      const { done, refused, missed } = await toAll(restoreMessages, ids)
      if (refused)
        tellRest(`${count(ids.length - done.length, 'message')} could not be restored`, refused)
      else if (missed) tellRest('Restored, but not sent', missed)
    } catch (error) {
      tellRefusal(error, 'The deletion could not be undone')
    }
    void refetchLists(queryClient)
    void refetchSends(queryClient)
  }

  return {
    busy,
    /** Deletes them and offers to undo it. Returns whether any was deleted; if none was, a toast has said so. */
    remove: async (ids: string[], onDeleted: () => void = () => {}): Promise<boolean> => {
      setBusy(true)
      try {
        const { done, refused } = await toAll(deleteMessages, ids)
        const left = ids.length - done.length
        if (done.length === 0) {
          tellRest(
            ids.length === 1 ? 'It could not be deleted' : 'They could not be deleted',
            refused,
          )
          return false
        }
        onDeleted()
        for (const id of done) forgetMessage(queryClient, id)
        toast({
          title: done.length === 1 ? 'Message deleted' : `${count(done.length, 'message')} deleted`,
          ...(left > 0
            ? { description: `${count(left, 'message')} could not be: ${refused}` }
            : {}),
          action: { label: 'Undo', run: () => void restore(done) },
        })
        return true
      } catch (error) {
        if (isRefusal(error) && ids.length <= MESSAGES_PER_CALL_MAX) {
          const title = ids.length === 1 ? 'It could not be deleted' : 'They could not be deleted'
          tellRefusal(error, title)
          return false
        }
        // Some were deleted by an earlier call, or by this one before its answer was lost.
        toast({
          variant: 'destructive',
          title: ids.length === 1 ? 'It may be deleted' : 'Some of them may be deleted',
          description: errorWords(error),
          // Restoring does not change a message that is not deleted.
          action: { label: 'Undo', run: () => void restore(ids) },
        })
        void refetchLists(queryClient)
        void refetchSends(queryClient)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

/** Whether the server refused this call and changed nothing. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500

const tellRest = (title: string, why: string | null) =>
  toast({ variant: 'destructive', title, ...(why ? { description: why } : {}) })
