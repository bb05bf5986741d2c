import { STEPS_MAX } from '@carillon/contract/cycles'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Problem } from '../../../ui/Field.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { CycleForm } from '../form.ts'
import { copyOf, newStep } from '../steps.ts'
import { StepCard } from './StepCard.tsx'

/** What the cycle says: its steps in their order. */
export function StepsField({ open, onOpen }: StepsFieldProps) {
  const { control, formState, setFocus } = useFormContext<CycleForm>()
  const { fields, append, insert, move, remove } = useFieldArray({
    control,
    name: 'steps',
    keyName: 'key',
  })
  const order = useWatch({ control, name: 'order' })
  const [said, say] = useState('')
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

  function moveTo(from: number, to: number) {
    if (to < 0 || to >= fields.length) return
    flushSync(() => move(from, to))
    say(`Step ${from + 1} is now step ${to + 1} of ${fields.length}.`)
    // The focus stays on what was moved: at an end its button of that direction is off.
    const card = list.current?.children[to]
    card?.querySelector<HTMLElement>('[data-handle]')?.focus()
    card?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <section aria-label="Steps" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">Steps</h2>
        <span className="text-sm text-muted">Move them by the arrows, or Alt with ↑ and ↓.</span>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {fields.length > 0 && (
        <ol ref={list} className="grid gap-3">
          {fields.map((field, index) => (
            <StepCard
              key={field.id}
              index={index}
              last={index === fields.length - 1}
              weighted={order === 'weighted'}
              open={open.has(field.id)}
              onOpen={(on) => onOpen(field.id, on)}
              onMove={(by) => moveTo(index, index + by)}
              onDuplicate={(step) => !isFull && put(index + 1, copyOf(step))}
              onRemove={() => {
                flushSync(() => remove(index))
                say(`Step ${index + 1} was removed.`)
                add.current?.focus()
              }}
            />
          ))}
        </ol>
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
}
