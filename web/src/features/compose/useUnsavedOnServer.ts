import {
  forgetUnsaved,
  getUnsaved,
  keepUnsaved,
  UNSAVED_SIZE_MAX,
  type Unsaved,
  type UnsavedForm,
} from '@carillon/contract/unsaved'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { isApiError } from '../../api/errors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { askUntilAnswered } from '../../app/retries.ts'
import { openForms, type TabForm } from '../../app/tabForm.ts'
import { deviceName, formsOnDevice, keyOfForm, readOnDevice } from '../../app/unsaved.ts'
import { fitting } from './fitting.ts'
import { useStoreLater } from './useStoreLater.ts'

/** After how long a pause in typing the server stores the values too, in milliseconds. */
const PAUSE_MS = 2_000

/** How often values of another device are asked for again, in milliseconds: it may have saved them meanwhile. */
const OFFERED_MS = 10_000

/** The version of the form's shape. An older app ignores values that a newer app has stored. */
const VERSION = 1

/** Repeats a call until it is answered. Nobody waits for it, so nothing says so. */
const repeat = <R>(work: () => Promise<R>) => askUntilAnswered(work, () => true)

/** What the server knows of a place, and of which form it says what was created from it. */
type Answer = Unsaved & { of: string | undefined }

type Options<T> = {
  tab: TabForm
  /** The id of the form of which is asked what was created from it: this one, or one that is offered beside it. */
  of: () => string | undefined
  /** The state that is edited. */
  base: () => string
  /** The values that this device had stored and has filled in, as a text, and when it stored them; undefined without. */
  local: string | undefined
  localAt: number | undefined
  /** The values that are being saved, as a text. */
  pressedText: () => string | undefined
  /** Whether these values are saved already. */
  isSaved: ((values: T) => boolean) | undefined
}

/** Unsaved values of the same place from another device, newer than those of this device. */
export type ValuesFromElsewhere<T> = {
  formId: string
  /** The id of what was created from them, at an earlier state of them or from this one. */
  created: string | undefined
  savedAt: string
  /** Whether they were typed on this device, which no longer has them. */
  isHere: boolean
  /** Whether they belong to another state than this form shows. */
  isOther: boolean
  values: T
  /** Offers them no longer. */
  decide: () => void
  /** Deletes them; the present values replace them. */
  discard: () => void
}

/**
 * Stores the unsaved values of a form on the server, a moment later than on this device, so that another device can
 * continue. Values that another device stored meanwhile are offered, and replaced only once a person has decided.
 */
export function useUnsavedOnServer<T extends FieldValues>(
  form: UseFormReturn<T>,
  { tab, of, base, local, localAt, pressedText, isSaved }: Options<T>,
) {
  const { uid } = useUser()
  const { place } = tab
  const queryClient = useQueryClient()
  const key = useMemo(() => ['unsaved', place], [place])
  const params = useMemo(() => ({ place }), [place])
  const { data, refetch: readAgain } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Answer> => {
      const formId = of()
      const stored = formsOnDevice(uid, place).map((one) => one.formId)
      const query = { device: deviceName(), has: stored.join(',') || undefined, formId }
      const answer = await call(getUnsaved, { params, query }, { signal })
      const id = answer.form?.formId
      const known = [tab.id(), queryClient.getQueryData<Answer>(key)?.form?.formId]
      // What another tab of this browser has open is offered there. An offer does not vanish under the pointer.
      const isOpen = id && !known.includes(id) && (await openForms()).includes(keyOfForm(place, id))
      return { ...answer, ...(isOpen ? { form: null } : {}), of: formId }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.form && state.data.form.device !== deviceName() ? OFFERED_MS : false,
  })
  const isKnown = data !== undefined && data.of === of()
  const created = (isKnown && data.created) || undefined
  const { isDirty } = form.formState
  const [decided, decide] = useState<number>()
  const there = data?.form
  const found = useMemo(() => {
    if (!there || there.version > VERSION || there.rev === decided) return undefined
    // This device still has its own values, unless the user has signed out since.
    const keyOnDevice = keyOfForm(place, there.formId)
    const isHere = there.device === deviceName() && readOnDevice(uid, keyOnDevice) !== undefined
    if (isHere || Date.parse(there.savedAt) <= (localAt ?? 0)) return undefined
    const values = fitting(there.fields, form.getValues())
    return values && isSaved?.(values) ? undefined : values
  }, [there, decided, localAt, form, uid, place, isSaved])

  // A later write must use the newest answer, not that of the render in which it was made.
  const latest = useRef({ there, isOffered: false, mayBeSaved: true })
  useEffect(() => {
    const mayBeSaved = !isKnown || created !== undefined || of() !== tab.id()
    latest.current = { there, isOffered: found !== undefined, mayBeSaved }
  })
  /** What was stored last, here or on this device before. */
  const lastStored = useRef(local)
  const answer = useCallback(
    (next: UnsavedForm | null) => {
      // The page may be left already, and not render again. Then the query is that of another form.
      latest.current.there = next
      if (tab.isClosed()) return
      queryClient.setQueryData<Answer>(key, (before) => before && { ...before, form: next })
    },
    [queryClient, key, tab],
  )
  /** What the server has stored of a form, if it answered with that last. */
  const seenOf = useCallback((id: string) => {
    const { there, isOffered } = latest.current
    const isThis = there?.formId === id
    return {
      form: isThis ? there : undefined,
      isOffered: isThis && isOffered,
      isAnother: there && !isThis,
    }
  }, [])

  const seenRev = useCallback(() => {
    const { form, isOffered } = seenOf(tab.id())
    return isOffered ? undefined : form?.rev
  }, [seenOf, tab])

  /** One call after the other: a running write must not restore what was deleted. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const enqueue = useCallback((work: () => Promise<void>) => {
    // A failure loses nothing: this device has the values, and the next pause tries again.
    queue.current = queue.current.then(work).catch(() => {})
  }, [])

  /** Reads again after the calls that are running: what is being deleted is not offered once more. */
  const refetch = useCallback(() => queue.current.then(() => readAgain()), [readAgain])

  const keep = useCallback(
    (isLeaving = false) =>
      enqueue(async () => {
        const id = tab.id()
        const seen = seenOf(id)
        const fields = form.getValues()
        const text = JSON.stringify(fields)
        if (seen.isOffered || text.length > UNSAVED_SIZE_MAX) return
        if (text === JSON.stringify(seen.form?.fields) && seen.form?.base === base()) return
        // It may be saved: other devices must not be offered it again.
        if (text === pressedText()) return
        if (latest.current.mayBeSaved && text === lastStored.current) return
        const body = {
          rev: seen.form?.rev ?? null,
          formId: id,
          device: deviceName(),
          base: base(),
          version: VERSION,
          fields,
        }
        try {
          const options = isLeaving ? { keepalive: true } : {}
          const kept = await call(keepUnsaved, { params, body }, options)
          lastStored.current = text
          // The form of another device stays offered.
          if (seen.isAnother) return
          decide(kept.rev)
          answer(kept)
        } catch (error) {
          if (isApiError(error, 'conflict')) return answer(error.current as UnsavedForm)
          throw error
        }
      }),
    [enqueue, form, tab, seenOf, base, params, answer, pressedText],
  )

  /**
   * Deletes what this device has stored. Values that nobody has seen here stay: they are offered, or not loaded yet. If
   * it stayed, it would be offered again although it is saved.
   */
  const forget = useCallback(
    (id = tab.id()) =>
      enqueue(() =>
        repeat(async () => {
          const seen = seenOf(id)
          if (seen.isOffered) return
          if (seen.form) answer(null)
          const body = { rev: seen.form?.rev ?? null, device: deviceName(), formId: id }
          await call(forgetUnsaved, { params, body })
        }),
      ),
    [enqueue, seenOf, tab, params, answer],
  )

  useStoreLater(form, { pauseMs: PAUSE_MS, store: keep })

  /** The server has forgotten what a save has taken: what was typed since is stored again. */
  const keepAgain = useCallback(() => {
    const seen = seenOf(tab.id())
    if (seen.form && !seen.isOffered) answer(null)
    lastStored.current = undefined
    keep()
  }, [seenOf, tab, answer, keep])

  const elsewhere: ValuesFromElsewhere<T> | undefined =
    found && there
      ? {
          formId: there.formId,
          created: there.created?.id,
          savedAt: there.savedAt,
          isHere: there.device === deviceName(),
          isOther: there.base !== base(),
          values: found,
          decide: () => decide(there.rev),
          discard: () => {
            decide(there.rev)
            latest.current.isOffered = false
            if (there.formId !== tab.id()) {
              const body = { rev: there.rev, formId: there.formId || undefined }
              enqueue(async () => {
                await call(forgetUnsaved, { params, body })
                void readAgain()
              })
            } else if (isDirty) keep()
            else forget()
          },
        }
      : undefined
  return {
    elsewhere,
    created,
    /** Whether the server has said what it knows of this form. */
    isKnown,
    /** The `rev` that the server has of this form, if it has answered with that last. */
    seenRev,
    keepAgain,
    forget,
    refetch,
  }
}
