import { Check } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { cycleColors, shadeOf } from '../color.ts'
import type { CycleForm } from '../form.ts'

/** The color of the cycle, with its name. A color that was set through the API stays a choice. */
export function ColorField() {
  const { control, register } = useFormContext<CycleForm>()
  const { defaultValues } = useFormContext<CycleForm>().formState
  const chosen = useWatch({ control, name: 'color' })
  const own = [defaultValues?.color, chosen].find(
    (color) => color && cycleColors.every(({ value }) => value !== color),
  )
  const choices = [
    { value: '', name: 'None' },
    ...cycleColors,
    ...(own ? [{ value: own, name: own }] : []),
  ]
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        Color
        <span className="font-normal text-muted">
          {' · '}
          {choices.find(({ value }) => value === chosen)?.name}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, name }) => (
          <Tooltip key={value} text={name}>
            <label
              className="grid size-7 place-items-center rounded-full border border-edge text-ink forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
              style={
                value
                  ? {
                      background: shadeOf(value),
                      borderColor: 'transparent',
                      color: 'var(--canvas)',
                    }
                  : undefined
              }
            >
              <input
                {...register('color')}
                type="radio"
                value={value}
                aria-label={name}
                className="sr-only"
              />
              {value === chosen && <Check size={16} strokeWidth={3} aria-hidden />}
            </label>
          </Tooltip>
        ))}
      </div>
    </fieldset>
  )
}
