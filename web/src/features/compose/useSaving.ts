import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router'
import { isApiError } from '../../api/errors.ts'
import { formProblems } from '../../api/formErrors.ts'
import { browserHistory } from '../../app/navigation/browserHistory.ts'
import { askUntilAnswered } from '../../app/retries.ts'
import { whenOutdated, useRefusalToast } from '../../app/refusalToast.ts'
import type { Difference } from './changes/differences.ts'
import type { TabForm } from '../../app/tabForm.ts'
import { useUnmountSignal } from '../../app/useUnmountSignal.ts'
import { type AttemptStorage, type FormOnServer, send } from './creation.ts'
import type { ValueRef } from './useValueRef.ts'
import { toast } from '../../ui/toast/store.ts'
import { throwWithShortWait } from './shortWait.ts'
import { useRefusals } from './useRefusals.ts'

/** What a form saves: each change of it has a newer `rev`. */
type Thing = { id: string; rev: number }

type SavingOptions<V extends FieldValues, T extends Thing, What> = {
  form: UseFormReturn<V>
  /** The newest known state of the thing; undefined if the form creates one. */
  thing: T | undefined
  /** The state the form was filled from: saving over a newer one is refused. */
  base: ValueRef<T | undefined>
  /** A newer state, after saving over it was refused: a person decides. */
  newest: ValueRef<T | undefined>
  /** The form values of a thing. */
  formOf: (thing: T) => V
  /** The differences between a saved state, as a form, and the values of this form; none if both say the same. */
  differences: (newest: T, theirs: V, mine: V) => readonly Difference[]
  /** Whether a saved state is in the state that an action asks for: else a person decides. */
  isAsked: (newest: T, what: What) => boolean
  /** The field that a path in the request belongs to. */
  fieldOf: (path: string, values: V) => FieldPath<V> | undefined
  /** Is told when a save begins and ends: until it is answered, no other form fills in its values. */
  tab: TabForm
  unanswered: AttemptStorage
  /** Puts the answer of the server into the cache. */
  receive: (queryClient: QueryClient, thing: T) => void
}

/**
 * Saves a form, one save at a time. It shows refusals at their fields, does not overwrite what is typed meanwhile, and
 * says if somebody else has changed the thing. To create a thing, use `openCreation`, so that a lost answer does not
 * create it twice. `ask` repeats a call until it is answered: a change has the `rev` of the state that it replaces. After
 * the page is left, toasts show the result.
 */
export function useSaving<V extends FieldValues, T extends Thing, What extends string>(
  options: SavingOptions<V, T, What>,
) {
  const { form, thing, base, newest, formOf, differences } = options
  const { isAsked, fieldOf, tab, unanswered, receive } = options
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState<What>()
  const isRunning = useRef(false)
  const { isDirty } = form.formState
  const refuse = useRefusals(form)
  const unmountSignal = useUnmountSignal()
  const { pathname } = useLocation()
  // While the next page loads, this one is still shown.
  const hasLeft = () =>
    unmountSignal().aborted || browserHistory.present().location.pathname !== pathname
  const showRefusalToast = useRefusalToast()

  // While nothing is typed, the form shows the newest state of the thing. It may be older than what was just saved. While
  // it is being saved, a form that is not dirty may have been typed back to what stood there before.
  useEffect(() => {
    if (!thing || isDirty || saving || thing.rev <= (base.get()?.rev ?? 0)) return
    base.set(thing)
    form.reset(formOf(thing))
  }, [thing, isDirty, saving, form, base, formOf])

  function showError(error: unknown) {
    if (hasLeft()) return showRefusalToast(error, 'It could not be saved or sent')
    void whenOutdated(error, (message) => form.setError('root', { message }))
    const { fields, form: rest } = formProblems(error, (path) => fieldOf(path, form.getValues()))
    refuse(fields)
    if (rest) form.setError('root', { message: rest })
  }

  // Fields that are not used have suggestions that change with the hour, so only what is saved is compared.
  const isAsPressed = (there: T, pressed: V) =>
    differences(there, formOf(there), pressed).length === 0

  const there = newest.get()
  const written = base.get()

  return {
    /** Which action is running. */
    saving,
    /** The newest known state, whose buttons are shown: it may be newer than what the form was filled from. */
    shown: thing && thing.rev >= (written?.rev ?? 0) ? thing : written,

    /** Runs an action that saves, unless one is running: a second save would create a second thing. */
    async attempt(what: What, work: (isAllSaved: () => boolean) => Promise<void>) {
      // A press while the next page loads is for a form that is done with.
      if (isRunning.current || hasLeft()) return
      isRunning.current = true
      tab.setSaving(true)
      setSaving(() => what)
      newest.set(undefined)
      form.clearErrors()
      try {
        const pressed = structuredClone(form.getValues())
        const typed = JSON.stringify(pressed)
        const isAllSaved = () => JSON.stringify(form.getValues()) === typed
        await work(isAllSaved).catch((error: unknown) => {
          const there = newestOf(error) as T | undefined
          if (!there || !isAsked(there, what) || !isAsPressed(there, pressed)) throw error
          // It was saved before, and the answer was lost.
          base.set(there)
          return work(isAllSaved)
        })
      } catch (error) {
        const there = newestOf(error) as T | undefined
        if (there && !hasLeft()) newest.set(there)
        else showError(error)
      } finally {
        isRunning.current = false
        tab.setSaving(false)
        setSaving(undefined)
      }
    },

    /** Whether the page was left. Then nothing may navigate. */
    hasLeft,

    /** Repeats a call that the server does only once until it is answered, and says so meanwhile. */
    async ask<R>(work: () => Promise<R>): Promise<R> {
      const showsWait = () => {
        if (!hasLeft()) form.setError('root', { message: ASKING })
        return !hasLeft()
      }
      try {
        return await askUntilAnswered(() => work().catch(throwWithShortWait), showsWait)
      } finally {
        // A refusal is shown after this.
        form.clearErrors('root')
      }
    },

    /** Changes the thing that is edited. */
    change: <I, R>(
      press: What,
      prepare: () => Promise<I>,
      work: (body: I & FormOnServer, name: string) => Promise<R>,
    ) => send(unanswered, { press, prepare }, work),

    /** Takes over the saved thing. What was typed meanwhile stays in the form, unsaved. */
    saved(written: T, values: V) {
      base.set(written)
      if (thing) unanswered.end()
      receive(queryClient, written)
      form.reset(values, { keepValues: true })
    },

    /** Set if the thing was changed elsewhere after it was opened here. */
    stale: there && {
      newest: there,
      load: () => {
        const typed = form.getValues()
        base.set(there)
        receive(queryClient, there)
        form.reset(formOf(there))
        newest.set(undefined)
        const back = () => form.reset(typed, { keepDefaultValues: true })
        toast({ title: 'The newest is loaded', action: { label: 'Put mine back', run: back } })
      },
      keep: () => {
        base.set(there)
        newest.set(undefined)
      },
    },
  }
}

const ASKING =
  'The server cannot be reached, or its answer was lost. Carillon asks again by itself. Nothing is done twice.'

/** The present state of a thing that was changed since it was read. */
const newestOf = (error: unknown): unknown =>
  isApiError(error, 'conflict') && error.current ? error.current : undefined
