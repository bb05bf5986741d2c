import { STEPS_MAX } from '@carillon/contract/cycles'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Problem } from '../../../ui/Field.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { CycleForm } from '../form.ts'
import { copyOf, newStep } from '../steps.ts'
import { Reorder } from '../../../ui/Reorder.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { StepCard } from './StepCard.tsx'

/** The steps of a cycle, in order. */
export function StepsField({ open, onOpen, onCurrent }: StepsFieldProps) {
  const { control, formState, getValues, setFocus } = useFormContext<CycleForm>()
  const { fields, append, insert, move, remove } = useFieldArray({
    control,
    name: 'steps',
    keyName: 'key',
  })
  const order = useWatch({ control, name: 'order' })
  const [announced, announce] = useState('')
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const { steps: errors } = formState.errors
  const problem = errors?.root?.message ?? errors?.message
  const isFull = fields.length >= STEPS_MAX

  const put = (at: number, step = newStep()) => {
    flushSync(() => {
      onOpen(step.id, true)
      if (at < fields.length) insert(at, step, { shouldFocus: false })
      else append(step, { shouldFocus: false })
    })
    setFocus(`steps.${at}.text`)
  }

  function takeOut(index: number) {
    const step = getValues(`steps.${index}`)
    flushSync(() => remove(index))
    add.current?.focus()
    const undo = () =>
      insert(Math.min(index, getValues('steps').length), step, { shouldFocus: false })
    toast({ title: `Step ${index + 1} was removed`, action: { label: 'Undo', run: undo } })
  }

  function moveTo(from: number, to: number, focus = true) {
    if (to < 0 || to >= fields.length || to === from) return
    flushSync(() => move(from, to))
    announce(`Step ${from + 1} is now step ${to + 1} of ${fields.length}.`)
    const card = list.current?.children[to]
    // The focus stays on the moved step, so that it can be moved again; a menu returns the focus to its own button.
    if (focus) card?.querySelector<HTMLElement>('[data-handle]')?.focus()
    card?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <section aria-label="Steps" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">Steps</h2>
        {fields.length > 1 && (
          <span className="text-sm text-muted max-sm:hidden">
            Drag them, or press Alt with ↑ and ↓.
          </span>
        )}
      </div>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {fields.length > 0 && (
        <Reorder noun="Step" ids={fields.map(({ id }) => id)} onMove={moveTo}>
          <ol ref={list} className="grid gap-3">
            {fields.map((field, index) => (
              <StepCard
                key={field.id}
                id={field.id}
                index={index}
                count={fields.length}
                weighted={order === 'weighted'}
                open={open.has(field.id)}
                onOpen={(on) => onOpen(field.id, on)}
                onCurrent={() => onCurrent(field.id)}
                onMove={(to, focus) => moveTo(index, to, focus)}
                onDuplicate={(step) => !isFull && put(index + 1, copyOf(step))}
                onRemove={() => takeOut(index)}
              />
            ))}
          </ol>
        </Reorder>
      )}
      {problem && <Problem>{problem}</Problem>}
      <div>
        <ReasonedButton
          ref={add}
          id="add-step"
          reason={isFull ? `A cycle has at most ${STEPS_MAX} steps.` : undefined}
          onClick={() => put(fields.length)}
        >
          <Plus size={16} aria-hidden /> Add a step
        </ReasonedButton>
      </div>
    </section>
  )
}

type StepsFieldProps = {
  /** The steps, by id, whose editors are open. */
  open: ReadonlySet<string>
  onOpen: (id: string, open: boolean) => void
  /** Called with the step that somebody works on. */
  onCurrent: (id: string) => void
}
