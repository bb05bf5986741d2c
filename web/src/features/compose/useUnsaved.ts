import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { forgetOnDevice, keepOnDevice, readOnDevice } from '../../app/unsaved.ts'
import { fitting } from './fitting.ts'
import { useBase } from './useBase.ts'
import { useUnsavedOnServer } from './useUnsavedOnServer.ts'

/** How long a pause in typing, in milliseconds, after which what was typed is kept. */
const PAUSE_MS = 400

type Place = {
  /** What the form is called on this device: the id of the thing, or `new`. */
  place: string
  /** The state that a person began to edit. Values kept from another one are offered, not put in. */
  base: () => string
  /** Whether kept values are put in, also those that were kept from another state. */
  always?: boolean | undefined
}

/** What was kept of a form: put in already, or offered because the form says something newer. */
export type Kept = {
  savedAt: number
  restored: boolean
  /** Puts it in. */
  use: () => void
  /** Deletes what was kept. If it is in the form already, the form is reset. */
  discard: () => void
}

/**
 * Keeps what is typed into a form until it is saved or discarded, and brings it back when the form is opened again:
 * on this device at once, and on the server for others, which `elsewhere` tells of. `letGo` forgets it, and keeps
 * nothing more until something is typed.
 */
export function useUnsaved<T extends FieldValues>(
  form: UseFormReturn<T>,
  { place, base, always }: Place,
) {
  const { uid } = useUser()
  const [found, setFound] = useState(() => {
    const kept = readOnDevice(uid, place)
    const values = kept && fitting(kept.values, form.getValues())
    const same = always || kept?.base === base()
    if (!kept || !values) return undefined
    const { savedAt, unanswered: tried, typedSince } = kept
    return { savedAt, values, same, tried, typedSince }
  })
  const tried = useBase<unknown>(undefined)
  const saidThen = useBase<string | undefined>(undefined)
  const [localAt] = useState(found?.savedAt)
  const { elsewhere, forget: forgetElsewhere } = useUnsavedOnServer(form, { place, base, localAt })
  const [restored, setRestored] = useState(false)
  const { isDirty } = form.formState
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  const use = useCallback(() => {
    if (!found) return
    form.reset(found.values, { keepDefaultValues: true })
    tried.set(found.tried)
    saidThen.set(found.typedSince === false ? said(form) : undefined)
    setRestored(true)
  }, [found, form, tried, saidThen])

  // Before the first paint, so that nothing is seen to change.
  const first = useRef(true)
  useLayoutEffect(() => {
    if (first.current && found?.same) use()
    first.current = false
  }, [found, use])

  const letGo = useCallback(() => {
    clearTimeout(pending.current)
    pending.current = undefined
    forgetOnDevice(uid, place)
    tried.set(undefined)
    forgetElsewhere()
    setFound(undefined)
  }, [uid, place, tried, forgetElsewhere])

  const keepNow = useCallback(
    () =>
      keepOnDevice(uid, place, {
        base: base(),
        values: form.getValues(),
        ...(tried.get()
          ? { unanswered: tried.get(), typedSince: said(form) !== saidThen.get() }
          : {}),
      }),
    [uid, place, base, form, tried, saidThen],
  )

  useEffect(() => {
    if (!isDirty) return
    const keep = () => {
      pending.current = undefined
      keepNow()
    }
    const flush = () => {
      if (pending.current === undefined) return
      clearTimeout(pending.current)
      keep()
    }
    const later = () => {
      clearTimeout(pending.current)
      pending.current = setTimeout(keep, PAUSE_MS)
    }
    later()
    const stop = form.subscribe({ formState: { values: true }, callback: later })
    addEventListener('pagehide', flush)
    return () => {
      stop()
      removeEventListener('pagehide', flush)
      // The form has no changes left, or the session ended while the page was open.
      if (form.formState.isDirty) flush()
      else letGo()
    }
  }, [isDirty, form, keepNow, letGo])

  const kept: Kept | undefined = found && {
    savedAt: found.savedAt,
    restored,
    use,
    discard: () => {
      if (restored) form.reset()
      letGo()
    },
  }
  /** Where the request is kept by which this form was last saved, until its answer comes. */
  const [unanswered] = useState(() => ({
    read: tried.get,
    write(request: unknown) {
      tried.set(request ?? undefined)
      saidThen.set(said(form))
      keepNow()
    },
    typedSince: () => said(form) !== saidThen.get(),
  }))
  return { kept, elsewhere, unanswered, letGo }
}

const said = <T extends FieldValues>(form: UseFormReturn<T>) => JSON.stringify(form.getValues())
