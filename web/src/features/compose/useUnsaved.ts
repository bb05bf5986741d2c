import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { randomKey } from '../../api/randomKey.ts'
import { useUser } from '../../api/session/useSession.ts'
import {
  deviceName,
  forgetOnDevice,
  keepOnDevice,
  newestOnDevice,
  newFormKey,
  readOnDevice,
  type UnsavedOnDevice,
} from '../../app/unsaved.ts'
import { formIdOfTab, holdForm } from '../../app/tabForm.ts'
import type { Attempt, AttemptStorage } from './creation.ts'
import { fitting } from './fitting.ts'
import { useStoreLater } from './useStoreLater.ts'
import { useUnsavedOnServer } from './useUnsavedOnServer.ts'
import { useValueRef } from './useValueRef.ts'

/** After how long a pause in typing the values are stored, in milliseconds. */
const PAUSE_MS = 400

type UnsavedOptions = {
  /** Which form it is: the id of what it edits, or `new`. */
  place: string
  /** Whether it creates something. Then the form has an id, from which only one thing is created. */
  isNew?: boolean
  /** The state that is edited. Stored values of another state are offered, not filled in. */
  base: () => string
  /** Whether stored values are filled in even if they belong to another state. */
  always?: boolean | undefined
  /** Called when another new form takes the place of this one. */
  onOther?: () => void
}

/** Stored values of a form: filled in already, or offered because the thing has changed since. */
export type RestorableForm = {
  savedAt: number
  restored: boolean
  /** Whether they were being saved when this device stored them, and nobody knows yet what became of it. */
  isUnanswered: boolean
  /** Fills the values in. */
  use: () => void
  /** Deletes the stored values. If they are filled in already, the form is reset. */
  discard: () => void
}

/**
 * Stores the unsaved values of a form until they are saved or discarded, and restores them when the form is opened again:
 * on this device at once, and on the server for other devices (`elsewhere`). `forget` deletes them; nothing is stored
 * again until something is typed. `created` is what was created from this form, on any device.
 */
export function useUnsaved<T extends FieldValues>(
  form: UseFormReturn<T>,
  { place, isNew = false, base, always, onOther }: UnsavedOptions,
) {
  const { uid } = useUser()
  const [found, setFound] = useState(() => {
    const stored: (UnsavedOnDevice & { formId?: string }) | undefined = isNew
      ? newestOnDevice(uid, place, formIdOfTab(uid, place))
      : readOnDevice(uid, place)
    const values = stored && fitting(stored.values, form.getValues())
    if (!stored || !values) return undefined
    const same = always || stored.base === base()
    return { formId: undefined, ...stored, values, same, stored: stored.values }
  })
  const [first] = useState(() => ({
    formId: isNew ? (found?.same && found.formId) || randomKey() : undefined,
    savedAt: found?.savedAt,
  }))
  const formId = useValueRef(first.formId)
  const offeredId = useValueRef(found?.same ? undefined : found?.formId)
  const attempt = useValueRef<Attempt | undefined>(undefined)
  /** All values at the last press of the attempt. */
  const textAtPress = useValueRef<string | undefined>(undefined)
  /** What this tab has stored on the device last. */
  const lastStored = useValueRef<unknown>(found?.stored)
  const keyOnDevice = useCallback(() => {
    const id = formId.get()
    return id ? newFormKey(place, id) : place
  }, [place, formId])
  const onServer = useUnsavedOnServer(form, {
    place,
    formId,
    offeredId,
    base,
    localAt: first.savedAt,
  })
  const { forget: forgetOnServer, setFormId } = onServer
  /** Lets another tab fill the form in. */
  const release = useRef(() => {})
  const [restored, setRestored] = useState(false)
  const { isDirty } = form.formState
  const isToRenew = useRef(false)
  const onServerRef = useRef(onServer)
  useEffect(() => {
    onServerRef.current = onServer
  })

  /** Another new form takes the place of this one. */
  const become = useCallback(
    (id: string) => {
      isToRenew.current = false
      attempt.set(undefined)
      onOther?.()
      release.current()
      release.current = holdForm({ uid, place, formId: id })
      setFormId(id)
    },
    [attempt, onOther, uid, place, setFormId],
  )

  const use = useCallback(() => {
    if (!found) return
    form.reset(found.values, { keepDefaultValues: true })
    offeredId.set(undefined)
    if (found.formId && found.formId !== formId.get()) become(found.formId)
    attempt.set(found.unanswered as Attempt | undefined)
    textAtPress.set(found.typedSince === false ? textOf(form) : undefined)
    setRestored(true)
  }, [found, form, attempt, textAtPress, formId, offeredId, become])

  // Before the first paint, so that the form does not visibly change.
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (isFirst.current && found?.same) use()
    isFirst.current = false
  }, [found, use])

  // Another tab has it open: this one begins another.
  const yieldForm = useCallback(() => {
    if (!found || textOf(form) !== JSON.stringify(found.values)) return
    form.reset()
    setFound(undefined)
    setRestored(false)
    become(randomKey())
  }, [found, form, become])
  const isHeld = useRef(false)
  useEffect(() => {
    if (!first.formId || isHeld.current) return
    isHeld.current = true
    const isFound = first.formId === found?.formId
    release.current = holdForm(
      { uid, place, formId: first.formId },
      isFound ? yieldForm : undefined,
    )
  }, [uid, place, first, found, yieldForm])
  useEffect(() => () => release.current(), [])

  const forgetCopies = useCallback(() => {
    // Another tab may have typed something else into the same form: it keeps that.
    const stored = readOnDevice(uid, keyOnDevice())
    const isOwn = !isNew || !stored || isSame(stored.values, lastStored.get())
    if (isOwn) forgetOnDevice(uid, keyOnDevice())
    forgetOnServer()
    setFound(undefined)
  }, [uid, keyOnDevice, isNew, lastStored, forgetOnServer])

  const typedSince = useCallback(() => textOf(form) !== textAtPress.get(), [form, textAtPress])
  const storeNow = useCallback(() => {
    const unanswered = attempt.get()
    const values = structuredClone(form.getValues())
    const before = readOnDevice(uid, keyOnDevice())
    const isStored = isSame(before?.values, values) && isSame(before?.unanswered, unanswered)
    lastStored.set(values)
    // It would else be stored for longer each time that somebody looks at it.
    if (isStored) return
    keepOnDevice(uid, keyOnDevice(), {
      base: base(),
      values,
      ...(unanswered ? { unanswered, typedSince: typedSince() } : {}),
    })
  }, [uid, keyOnDevice, base, form, attempt, lastStored, typedSince])

  const onEnd = useCallback(
    (flush: () => void) => {
      // The form has no changes left, or the session ended while the page was open.
      if (form.formState.isDirty) flush()
      else forgetCopies()
    },
    [form, forgetCopies],
  )
  const drop = useStoreLater(form, { pauseMs: PAUSE_MS, store: storeNow, onEnd })
  const forget = useCallback(() => {
    drop()
    forgetCopies()
  }, [drop, forgetCopies])

  /** Gives the form another id: what is in it is another new thing. */
  const renew = useCallback(() => {
    forgetOnDevice(uid, keyOnDevice())
    attempt.set(undefined)
    if (isNew) become(randomKey())
  }, [uid, keyOnDevice, attempt, isNew, become])

  const restorable: RestorableForm | undefined = found && {
    savedAt: found.savedAt,
    restored,
    isUnanswered: isOpen(found.unanswered as Attempt | undefined, onServer.isKnown),
    use,
    discard: () => {
      if (restored) {
        form.reset()
        forget()
        renew()
      } else if (found.formId) {
        forgetOnDevice(uid, newFormKey(place, found.formId))
        forgetOnServer(found.formId)
        setFound(undefined)
        offeredId.set(undefined)
        const id = formId.get()
        if (id) setFormId(id)
      } else {
        forget()
        if (isDirty) storeNow()
      }
    },
  }
  const [unanswered] = useState((): AttemptStorage => ({
    form: () => {
      const unsavedRev = onServerRef.current.seenRev()
      return {
        formId: formId.get() ?? '',
        device: deviceName(),
        ...(unsavedRev === undefined ? {} : { unsavedRev }),
      }
    },
    read: attempt.get,
    begin(press) {
      if (isToRenew.current) renew()
      isToRenew.current = false
      const begun = { id: attempt.get()?.id ?? randomKey(), press, pressedAt: Date.now() }
      attempt.set(begun)
      textAtPress.set(textOf(form))
      storeNow()
      return begun
    },
    end() {
      attempt.set(undefined)
      // The page may have been left without it.
      if (readOnDevice(uid, keyOnDevice())) storeNow()
    },
    startAnew() {
      isToRenew.current = true
      attempt.set(undefined)
      storeNow()
      void onServerRef.current.refetch()
    },
    typedSince,
  }))
  const { elsewhere, created } = onServer
  return {
    restorable,
    elsewhere: elsewhere && {
      ...elsewhere,
      use: () => {
        // It takes the place of what stands here.
        if (elsewhere.formId !== formId.get()) {
          forget()
          become(elsewhere.formId)
        }
        attempt.set(undefined)
        elsewhere.use()
      },
    },
    created,
    unanswered,
    forget,
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** How long after a press its request may still be on its way, in milliseconds. */
const UNDER_WAY_MS = 2 * 60_000

/** Whether what was pressed may have been done without anybody knowing it yet. */
const isOpen = (tried: Attempt | undefined, isKnown: boolean) =>
  tried !== undefined && (!isKnown || Date.now() - tried.pressedAt < UNDER_WAY_MS)

const textOf = <T extends FieldValues>(form: UseFormReturn<T>) => JSON.stringify(form.getValues())
