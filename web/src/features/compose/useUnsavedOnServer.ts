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
import { isLost } from '../../api/untilAnswered.ts'
import { askUntilAnswered } from '../../app/retries.ts'
import { deviceName, readOnDevice } from '../../app/unsaved.ts'
import { fitting } from './fitting.ts'

/** After how long a pause in typing the server stores the values too, in milliseconds. */
const PAUSE_MS = 2_000

/** How often values of another device are asked for again, in milliseconds: it may have saved them meanwhile. */
const OFFERED_MS = 10_000

/** The version of the form's shape. An older app ignores values that a newer app has stored. */
const VERSION = 1

/** Repeats a call until it is answered. Nobody waits for it, so nothing says so. */
const repeat = <R>(work: () => Promise<R>) => askUntilAnswered(work, () => true)

type Options = {
  formKey: string
  /** The state that is edited. */
  base: () => string
  /** When this device stored the values that it has filled in; undefined without. */
  localAt: number | undefined
  /** Whether these values are being saved, and nobody knows yet whether they are. */
  isUnanswered: () => boolean
  /** Called when the server has stored the values. */
  onKept: () => void
}

/** Unsaved values of the same form from another device, newer than those of this device. */
export type ValuesFromElsewhere = {
  savedAt: string
  /** Whether they were typed on this device, which no longer has them. */
  isHere: boolean
  /** Whether they belong to another state than this form shows. */
  isOther: boolean
  /** Fills them in, instead of the present values. */
  use: () => void
  /** Deletes them; the present values replace them. */
  discard: () => void
}

/**
 * Stores the unsaved values of a form on the server, a moment later than on this device, so that another device can
 * continue. Values that another device stored meanwhile are offered, and replaced only once a person has decided.
 */
export function useUnsavedOnServer<T extends FieldValues>(
  form: UseFormReturn<T>,
  { formKey, base, localAt, isUnanswered, onKept }: Options,
) {
  const { uid } = useUser()
  const queryClient = useQueryClient()
  const key = useMemo(() => ['unsaved', formKey], [formKey])
  const params = useMemo(() => ({ place: formKey }), [formKey])
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(getUnsaved, { params }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.form && state.data.form.device !== deviceName() ? OFFERED_MS : false,
  })
  const { isDirty } = form.formState
  const [decided, decide] = useState<number>()
  const there = data?.form
  const found = useMemo(() => {
    if (!there || there.version > VERSION || there.rev === decided) return undefined
    // This device still has its own values, unless the user has signed out since.
    const isHere = there.device === deviceName() && readOnDevice(uid, formKey) !== undefined
    if (isHere || Date.parse(there.savedAt) <= (localAt ?? 0)) return undefined
    return fitting(there.fields, form.getValues())
  }, [there, decided, localAt, form, uid, formKey])

  // A later write must use the newest answer, not that of the render in which it was made.
  const latest = useRef({ there, isOffered: false })
  /** Whether the answer to a write was lost: then the server may have newer values than `there`. */
  const lostAnswer = useRef(false)
  useEffect(() => {
    latest.current = { there, isOffered: found !== undefined }
  })
  const answer = useCallback(
    (next: UnsavedForm | null) => {
      // The page may be left already, and not render again.
      latest.current.there = next
      queryClient.setQueryData(key, { form: next })
    },
    [queryClient, key],
  )

  /** One call after the other: a running write must not restore what was deleted. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const enqueue = useCallback((work: () => Promise<void>) => {
    // A failure loses nothing: this device has the values, and the next pause tries again.
    queue.current = queue.current.then(work).catch(() => {})
  }, [])

  const keep = useCallback(
    (isLeaving = false) =>
      enqueue(async () => {
        const { there: seen, isOffered } = latest.current
        const fields = form.getValues()
        // What may be saved already must not be offered on another device, where it would be saved a second time.
        if (isUnanswered()) return
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
          lostAnswer.current = false
          decide(kept.rev)
          answer(kept)
          onKept()
        } catch (error) {
          if (isApiError(error, 'conflict')) return answer(error.current as UnsavedForm)
          if (isLost(error)) lostAnswer.current = true
          throw error
        }
      }),
    [enqueue, form, base, params, answer, isUnanswered, onKept],
  )

  /** Deletes what this device has stored. Values that nobody has seen here stay: they are offered, or not loaded yet. */
  const remove = useCallback(async () => {
    const { there: seen, isOffered } = latest.current
    if (isOffered) return
    // What was known may be too old: the page that was reloaded may have stored more as it was left.
    const there = seen && !lostAnswer.current ? seen : await writtenHere()
    if (!there) return
    answer(null)
    await call(forgetUnsaved, { params, body: { rev: there.rev } })

    async function writtenHere() {
      const { form: stored } = await call(getUnsaved, { params })
      lostAnswer.current = false
      return stored?.device === deviceName() ? stored : seen
    }
  }, [params, answer])

  // If the values stayed on the server, they would be offered again although they are saved, and could be sent twice.
  const forget = useCallback(() => enqueue(() => repeat(remove)), [enqueue, remove])

  /** The same before the values are saved; it fails only if the server does not answer: a refusal keeps nobody from saving. */
  const forgetBeforeSaving = useCallback(() => {
    const done = queue.current.then(remove).catch((error: unknown) => {
      if (isLost(error)) throw error
    })
    queue.current = done.catch(() => {})
    return done
  }, [remove])

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

  const elsewhere: ValuesFromElsewhere | undefined =
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
  return { elsewhere, isEmpty: there === null, keep, forget, forgetBeforeSaving }
}
