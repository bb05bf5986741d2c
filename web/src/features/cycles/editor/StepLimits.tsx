import { SENDS_MAX, WEIGHT_MAX } from '@carillon/contract/cycles'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { locale } from '../../../ui/time/locale.ts'
import { typedDay } from '../../../ui/time/words.ts'
import { ContentOptions } from '../../compose/options/ContentOptions.tsx'
import { FollowUpOptions } from '../../compose/options/FollowUpOptions.tsx'
import { countFollowUps } from '../../compose/options/followUps.ts'
import { useReach } from '../../compose/useReach.ts'
import type { CycleForm } from '../form.ts'
import type { StepForm } from '../steps.ts'

/** The weight of a step, and limits that most steps do not have: its days, and its most sends. */
export function StepLimits({ index, weighted }: { index: number; weighted: boolean }) {
  const { control, register, formState } = useFormContext<CycleForm>()
  const errors = formState.errors.steps?.[index]
  const step = useWatch({ control, name: `steps.${index}` })
  const { networks } = useReach(useWatch({ control, name: 'groupIds' }))
  const { from, until, maxSends, silent, protect, linkPreview, mentionAll } = step
  const used =
    [from, until, maxSends, silent, protect, !linkPreview, mentionAll].filter(Boolean).length +
    countFollowUps(step)
  const wrong = errors?.from ?? errors?.until ?? errors?.maxSends
  return (
    <>
      {weighted && (
        <Field
          label="Weight"
          error={errors?.weight?.message}
          hint="How often it comes beside the others; 0 is never."
        >
          {(control) => (
            <Input
              {...control}
              {...register(`steps.${index}.weight`, { valueAsNumber: true })}
              type="number"
              inputMode="numeric"
              min={0}
              max={WEIGHT_MAX}
              data-tabular
              className="max-w-24"
            />
          )}
        </Field>
      )}
      <details {...(wrong ? { open: true } : {})}>
        <summary className="w-fit rounded-sm text-sm font-medium">
          More
          {used > 0 && <span className="font-normal text-muted"> · {used} set</span>}
        </summary>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Field label="First day" error={errors?.from?.message} hint={typedDay(from)}>
            {(control) => (
              <Input {...control} {...register(`steps.${index}.from`)} type="date" data-tabular />
            )}
          </Field>
          <Field label="Last day" error={errors?.until?.message} hint={typedDay(until)}>
            {(control) => (
              <Input {...control} {...register(`steps.${index}.until`)} type="date" data-tabular />
            )}
          </Field>
          <Field
            label="Most sends"
            error={errors?.maxSends?.message}
            hint="It is passed over after that. Empty is no limit."
          >
            {(control) => (
              <Input
                {...control}
                {...register(`steps.${index}.maxSends`)}
                type="number"
                inputMode="numeric"
                min={1}
                max={SENDS_MAX}
                data-tabular
              />
            )}
          </Field>
        </div>
        <div className="mt-4">
          <ContentOptions at={`steps.${index}.`} networks={networks} />
        </div>
        <div className="mt-4">
          <FollowUpOptions at={`steps.${index}.`} />
        </div>
      </details>
    </>
  )
}

/** The limits of a step in a few words: `weight 3 · until 24 Dec · at most 5`. */
export function limitWords(step: StepForm, weighted: boolean): string {
  const { weight, from, until, maxSends } = step
  return [
    weighted ? `weight ${weight}` : '',
    from && until
      ? `${dayMonth(from)} to ${dayMonth(until)}`
      : from
        ? `from ${dayMonth(from)}`
        : until && `until ${dayMonth(until)}`,
    maxSends && `at most ${maxSends}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayMonth = (date: string) => short.format(new Date(`${date}T00:00:00Z`))
