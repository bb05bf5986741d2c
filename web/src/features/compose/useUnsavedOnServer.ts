import {
  forgetUnsaved,
  getUnsaved,
  keepUnsaved,
  UNSAVED_SIZE_MAX,
  type UnsavedForm,
} from '@carillon/contract/unsaved'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { isApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { deviceName, readOnDevice } from '../../app/unsaved.ts'
import { fitting } from './fitting.ts'

/** How long a pause in typing, in milliseconds, after which the server keeps what was typed, too. */
const PAUSE_MS = 2_000

/** Of the shape of forms: what a newer app has written an older one leaves alone. */
const VERSION = 1

type Options = {
  place: string
  /** The state that a person began to edit. */
  base: () => string
  /** When this device kept what it has put in; undefined without. */
  localAt: number | undefined
}

/** What was typed into the same form on another device, and is newer than what this one has. */
export type Elsewhere = {
  savedAt: string
  /** It was typed on this device, which no longer has it. */
  isHere: boolean
  /** Whether it was typed over another state than this form shows. */
  isOther: boolean
  /** Puts it in, instead of what stands here. */
  use: () => void
  /** Deletes it; what stands here takes its place. */
  discard: () => void
}

/**
 * Keeps what is typed into a form on the server, a moment later than on this device, so that another device can go
 * on with it. What another one wrote meanwhile is offered, and replaced only once a person has seen it.
 */
export function useUnsavedOnServer<T extends FieldValues>(
  form: UseFormReturn<T>,
  { place, base, localAt }: Options,
) {
  const { uid } = useUser()
  const queryClient = useQueryClient()
  const key = useMemo(() => ['unsaved', place], [place])
  const params = useMemo(() => ({ place }), [place])
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getUnsaved, { params }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { isDirty } = form.formState
  const [decided, decide] = useState<number>()
  const there = data?.form
  const found = useMemo(() => {
    if (!there || there.version > VERSION || there.rev === decided) return undefined
    // This device still has what it wrote itself, unless the user has signed out since.
    const isHere = there.device === deviceName() && readOnDevice(uid, place) !== undefined
    if (isHere || Date.parse(there.savedAt) <= (localAt ?? 0)) return undefined
    return fitting(there.fields, form.getValues())
  }, [there, decided, localAt, form, uid, place])

  // What is written down later must know what was answered meanwhile.
  const latest = useRef({ there, isOffered: false })
  useEffect(() => {
    latest.current = { there, isOffered: found !== undefined }
  })
  const answer = useCallback(
    (next: UnsavedForm | null) => {
      // The page may be left already, and drawn no more.
      latest.current.there = next
      queryClient.setQueryData(key, { form: next })
    },
    [queryClient, key],
  )

  /** One after the other: what is forgotten must not come back by a call that is still under way. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const enqueue = useCallback((work: () => Promise<void>) => {
    // This device has it all the same; the next pause tries again.
    queue.current = queue.current.then(work).catch(() => {})
  }, [])

  const keep = useCallback(
    (isLeaving = false) =>
      enqueue(async () => {
        const { there: seen, isOffered } = latest.current
        const fields = form.getValues()
        if (isOffered || JSON.stringify(fields).length > UNSAVED_SIZE_MAX) return
        const body = {
          rev: seen?.rev ?? null,
          device: deviceName(),
          base: base(),
          version: VERSION,
        }
        try {
          const options = isLeaving ? { keepalive: true } : {}
          const kept = await call(keepUnsaved, { params, body: { ...body, fields } }, options)
          decide(kept.rev)
          answer(kept)
        } catch (error) {
          if (isApiError(error, 'conflict')) answer(error.current as UnsavedForm)
          else throw error
        }
      }),
    [enqueue, form, base, params, answer],
  )

  const forget = useCallback(() => {
    enqueue(async () => {
      const { there: seen, isOffered } = latest.current
      // What nobody has seen here stays: it is offered still, or it could not be asked for.
      if (!seen || isOffered) return
      answer(null)
      await call(forgetUnsaved, { params, body: { rev: seen.rev } })
    })
  }, [enqueue, params, answer])

  useEffect(() => {
    if (!isDirty) return
    let pending: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      if (pending === undefined) return
      clearTimeout(pending)
      pending = undefined
      keep(true)
    }
    const later = () => {
      clearTimeout(pending)
      pending = setTimeout(() => {
        pending = undefined
        keep()
      }, PAUSE_MS)
    }
    const onHidden = () => document.visibilityState === 'hidden' && flush()
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    addEventListener('pagehide', flush)
    addEventListener('online', later)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      stop()
      clearTimeout(pending)
      removeEventListener('pagehide', flush)
      removeEventListener('online', later)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [isDirty, form, keep])

  const elsewhere: Elsewhere | undefined =
    found && there
      ? {
          savedAt: there.savedAt,
          isHere: there.device === deviceName(),
          isOther: there.base !== base(),
          use: () => {
            decide(there.rev)
            form.reset(found, { keepDefaultValues: true })
          },
          discard: () => {
            decide(there.rev)
            latest.current = { there, isOffered: false }
            if (isDirty) keep()
            else forget()
          },
        }
      : undefined
  return { elsewhere, forget }
}
