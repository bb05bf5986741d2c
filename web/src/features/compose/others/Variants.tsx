import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { Problem } from '../../../ui/Field.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { ContentEditor } from '../content/ContentEditor.tsx'
import { useNested } from '../content/useNested.ts'
import type { Network } from '../networks.ts'
import { newVariant, OTHERS_MAX, type Variant } from './variants.ts'

type VariantsProps = {
  /** Where the content stands in the form around. */
  at: string
  networks: readonly Network[]
  /** What the text itself is called. */
  label: string
  /** Whether it goes with files. */
  hasFiles: boolean
  /** Whether somebody has just asked for the first one. */
  isNew: boolean
}

/** The other texts of a content, of which each run says one. */
export default function Variants({ at, networks, label, hasFiles, isNew }: VariantsProps) {
  const name = `${at}variants`
  const { control, getValues, setValue } = useFormContext()
  const after = useWatch({ control, name: `${at}textAfter` }) as boolean
  const { value: variants, onChange, onBlur, problem } = useNested<Variant[]>(name)
  const nameOf = (index: number) => label.replace('Message', `Text ${index + 2}`)
  const focus = (index: number) => document.getElementsByName(`${name}.${index}.text`)[0]?.focus()
  const isFull = variants.length >= OTHERS_MAX

  const [begins] = useState(isNew)
  useEffect(() => {
    if (begins) focus(0)
    // Once, when it comes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  function add() {
    flushSync(() => onChange([...variants, newVariant()]))
    focus(variants.length)
  }

  function remove(index: number) {
    const gone = variants[index]!
    flushSync(() => onChange(variants.toSpliced(index, 1)))
    focus(Math.min(index, variants.length - 2))
    if (gone.text.trim() === '') return
    // What was typed since stays.
    const undo = () =>
      setValue(name, (getValues(name) as Variant[]).toSpliced(index, 0, gone), {
        shouldDirty: true,
      })
    toast({ title: `${nameOf(index)} removed`, action: { label: 'Undo', run: undo } })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- To know when all of it is left.
    <fieldset
      data-field={name}
      className="grid gap-4"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
    >
      <legend className="mb-1.5 text-sm font-medium">Other texts</legend>
      <p className="-mt-2 text-sm text-muted">
        Each time it is sent, one of these texts is drawn at random, the same for all groups.
      </p>
      {variants.map(({ key, text }, index) => (
        <ContentEditor
          key={key}
          name={`${name}.${index}.text`}
          label={nameOf(index)}
          rows={3}
          value={text}
          onChange={(next) => onChange(variants.with(index, { key, text: next }))}
          problem={problem(`${index}.text`)}
          networks={networks}
          isCaption={hasFiles && !after}
          end={
            <Button
              variant="plain"
              size="sm"
              icon
              aria-label={`Remove ${nameOf(index)}`}
              onClick={() => remove(index)}
            >
              <X size={16} aria-hidden />
            </Button>
          }
        />
      ))}
      {problem() && <Problem>{problem()}</Problem>}
      <div className="-my-1">
        <ReasonedButton
          size="sm"
          variant="plain"
          className="-ml-2.5"
          reason={isFull ? `Use at most ${OTHERS_MAX} other texts.` : undefined}
          onClick={add}
        >
          <Plus size={16} aria-hidden /> Add another text
        </ReasonedButton>
      </div>
    </fieldset>
  )
}
