import { useCallback } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { type SaveAndLeave, useUnsavedGuard } from '../../app/navigation/useUnsavedGuard.tsx'
import type { HeldForm } from '../../app/tabForm.ts'
import type { Difference } from './changes/differences.ts'
import { Offer, UnsavedFormBanner } from './UnsavedFormBanner.tsx'
import { useUnsaved } from './useUnsaved.ts'
import { useRenderedValueRef } from './useValueRef.ts'

type Thing = { id: string; editedRev: number }

type EditingOptions<V, T> = {
  /** What is edited: an existing thing, or a new form. */
  thing: T | undefined
  held: HeldForm
  /** The form values of a thing. */
  formOf: (thing: T, now: number, timeZone: string) => V
  differences: (newest: T, theirs: V, mine: V) => readonly Difference[]
  /** The address of a thing, once it is created. */
  pathOf: (id: string) => string
  /** Says that unsaved values belong to an older state of the thing. */
  note: string
  /** Whether the thing takes no change any more: what was typed is shown, and can only be copied. */
  isGone?: boolean
  /** Called when the typed values were saved or discarded. */
  onLetGo?: (() => void) | undefined
}

/** The state of an editor that saving needs. */
export type Editing<V extends FieldValues, T extends Thing> = ReturnType<typeof useEditing<V, T>>

/** The life of an editor from what it is filled with to what was saved: unsaved values, and the question before they are left. */
export function useEditing<V extends FieldValues, T extends Thing>(
  form: UseFormReturn<V>,
  options: EditingOptions<V, T>,
) {
  const {
    thing,
    held,
    formOf: formAt,
    differences,
    pathOf,
    note,
    isGone = false,
    onLetGo,
  } = options
  const { timeZone } = useUser()
  const [search] = useSearchParams()
  const isNew = !thing
  const { isDirty } = form.formState
  const base = useRenderedValueRef(thing)
  const editedRev = base.get()?.editedRev
  const newest = useRenderedValueRef<T | undefined>(undefined)
  const formOf = useCallback(
    (newest: T) => formAt(newest, Date.now(), timeZone),
    [formAt, timeZone],
  )
  const isSaved = useCallback(
    (values: V) => !!thing && differences(thing, formOf(thing), values).length === 0,
    [thing, differences, formOf],
  )
  const unsaved = useUnsaved(form, {
    held,
    isNew,
    onOther: useCallback(() => {
      if (isNew) base.set(undefined)
      newest.set(undefined)
    }, [isNew, base, newest]),
    // A new one is still the form of this address after it was saved, until the page is left.
    base: useCallback(
      () => (isNew ? search.toString() : String(base.get()?.editedRev)),
      // What is typed while a change is saved is stored again: it belongs to the saved state.
      // oxlint-disable-next-line react/exhaustive-deps
      [isNew, base, search, editedRev],
    ),
    isSaved,
    always: isGone,
  })
  const { restorable, elsewhere, forget, unanswered } = unsaved
  const { isSaving } = held.tab
  const guard = useUnsavedGuard(isDirty, {
    press: useCallback(() => {
      if (isSaving()) return 'saving'
      const tried = unanswered.read()
      return tried && tried.told !== 'refused' ? 'unanswered' : undefined
    }, [isSaving, unanswered]),
    onLeft(areKept) {
      if (!areKept) forget()
      else if (!isSaving()) unanswered.noteTold('left')
    },
  })
  const { letGo: pass } = guard
  const letGo = useCallback(() => {
    forget()
    pass()
    onLetGo?.()
  }, [forget, pass, onLetGo])
  return {
    tab: held.tab,
    /** The state the form was filled from, or that it has written last: saving over a newer one is refused. */
    base,
    /** A newer state that the form must not be saved over before a person has decided. */
    newest,
    formOf,
    /** Called once all is saved: the page may be left. */
    letGo,
    unanswered,
    /** Whether these values are what the thing says. */
    isSaved,
    /** Whether stored values were filled in, or are offered. */
    isAsking: restorable !== undefined,

    /** What is said of unsaved values, while they are not being saved: above the form, at its foot, and before it is left. */
    notes(isSaving: boolean, save?: SaveAndLeave) {
      const from = unsaved.created
      const isOther = from && from.id !== base.get()?.id && !isSaving
      const created = isOther ? { to: pathOf(from.id), onOpen: pass } : undefined
      const said = thing ? { note } : {}
      const isSaved = isNew && base.get()
      const isShown = restorable && !isSaved && !isSaving && !(restorable.restored && isGone)
      return {
        restorable: isShown && (
          <div className="mb-5">
            <UnsavedFormBanner form={restorable} created={created} {...said} />
          </div>
        ),
        offer: !isGone && !isSaving && (
          <Offer elsewhere={elsewhere} created={restorable ? undefined : created} {...said} />
        ),
        dialog: guard.dialog(save),
      }
    },
  }
}
