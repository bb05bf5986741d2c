import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { isApiError } from '../../api/errors.ts'
import { formProblems } from '../../api/formErrors.ts'
import { askUntilAnswered, toldUnanswered } from '../../app/patience.ts'
import { whenOutdated, useRefusalToast } from '../../app/refusalToast.ts'
import { useLeaving } from '../../app/useLeaving.ts'
import type { Base } from './useBase.ts'
import { toast } from '../../ui/toast/store.ts'
import { useRefusals } from './useRefusals.ts'

/** What a form saves: a thing of the server's, of which each change has a newer `rev`. */
type Thing = { id: string; rev: number }

type SavingOptions<V extends FieldValues, T extends Thing> = {
  form: UseFormReturn<V>
  /** The thing as it is known here by now; without one a new one is made. */
  thing: T | undefined
  /** The state the form was filled from: saving over a newer one is refused. */
  base: Base<T | undefined>
  /** The form that shows a thing. */
  formOf: (thing: T) => V
  /** The field that a path in the request belongs to. */
  fieldOf: (path: string, values: V) => FieldPath<V> | undefined
  /** Takes over what the server answered. */
  receive: (queryClient: QueryClient, thing: T) => void
}

/**
 * Saves what a form holds, one save at a time: puts what was refused at its fields, keeps what is typed
 * meanwhile, and says when somebody else has changed the thing. Whoever creates something
 * does so by `openCreation`, so that a lost answer does not create it twice, and through `ask`, which finds out by
 * itself what became of it, also when the page was left: then toasts say it.
 */
export function useSaving<V extends FieldValues, T extends Thing, What extends string>(
  options: SavingOptions<V, T>,
) {
  const { form, thing, base, formOf, fieldOf, receive } = options
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState<What>()
  const isRunning = useRef(false)
  const [newest, setNewest] = useState<T>()
  const { isDirty } = form.formState
  const refuse = useRefusals(form)
  const leaving = useLeaving()
  const hasLeft = () => leaving().aborted
  const tellRefusal = useRefusalToast()

  // While nothing is typed the form follows the thing.
  useEffect(() => {
    if (!thing || isDirty || thing.rev === base.get()?.rev) return
    base.set(thing)
    form.reset(formOf(thing))
  }, [thing, isDirty, form, base, formOf])

  function tell(error: unknown) {
    if (hasLeft()) {
      if (!toldUnanswered(error)) tellRefusal(error, 'It could not be saved or sent')
      return
    }
    void whenOutdated(error, (message) => form.setError('root', { message }))
    const { fields, form: rest } = formProblems(error, (path) => fieldOf(path, form.getValues()))
    refuse(fields)
    if (rest) form.setError('root', { message: rest })
  }

  const isAsTyped = (newest: T) =>
    JSON.stringify(formOf(newest)) === JSON.stringify(form.getValues())

  return {
    /** What is under way. */
    saving,

    /** Does something that saves, unless something does already; a second save would make a second thing. */
    async attempt(what: What, work: (isAllSaved: () => boolean) => Promise<void>) {
      if (isRunning.current) return
      isRunning.current = true
      setSaving(() => what)
      setNewest(undefined)
      form.clearErrors()
      try {
        const typed = JSON.stringify(form.getValues())
        const isAllSaved = () => JSON.stringify(form.getValues()) === typed
        await work(isAllSaved).catch((error: unknown) => {
          const newest = newestOf(error) as T | undefined
          if (!newest || !isAsTyped(newest)) throw error
          // It was saved before, and the answer was lost.
          base.set(newest)
          return work(isAllSaved)
        })
      } catch (error) {
        const current = newestOf(error) as T | undefined
        if (current && !hasLeft()) setNewest(() => current)
        else tell(error)
      }
      isRunning.current = false
      setSaving(undefined)
    },

    /** Whether the page was left: whoever did that stays where they are now. */
    hasLeft,

    /** Makes a call that has an idempotency key again until its answer is there, and says so meanwhile. */
    async ask<R>(work: () => Promise<R>): Promise<R> {
      const saysHere = () => {
        if (!hasLeft()) form.setError('root', { message: ASKING })
        return !hasLeft()
      }
      try {
        return await askUntilAnswered(work, saysHere)
      } finally {
        // A refusal is told after this.
        form.clearErrors('root')
      }
    },

    /** Takes over what was saved of these values. What was typed meanwhile stays, and is not saved yet. */
    saved(written: T, values: V) {
      base.set(written)
      receive(queryClient, written)
      form.reset(values, { keepValues: true })
    },

    /** Set while the thing was changed elsewhere after it was opened here. */
    stale: newest && {
      newest,
      load: () => {
        const typed = form.getValues()
        base.set(newest)
        receive(queryClient, newest)
        form.reset(formOf(newest))
        setNewest(undefined)
        const back = () => form.reset(typed, { keepDefaultValues: true })
        toast({ title: 'The newest is loaded', action: { label: 'Put mine back', run: back } })
      },
      keep: () => {
        base.set(newest)
        setNewest(undefined)
      },
    },
  }
}

const ASKING =
  'The server cannot be reached, or its answer was lost. It is asked again by itself; nothing is done twice.'

/** The present state of a thing that was changed since it was read. */
const newestOf = (error: unknown): unknown =>
  isApiError(error, 'conflict') && error.current ? error.current : undefined
