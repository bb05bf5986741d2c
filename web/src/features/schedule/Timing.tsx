import { zoneCity } from '@carillon/contract/zones'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../api/session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice, choicesClasses } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { useFrozenWhilePressed } from '../../ui/press.ts'
import { TICK_MS, useNow } from '../../ui/time/useNow.ts'
import { FieldZone } from '../../ui/time/zone.ts'
import { exactTime, relativeTime, shortTime } from '../../ui/time/words.ts'
import { ZonePicker } from '../../ui/zone/ZonePicker.tsx'
import { presetsAt } from './presets.ts'
import { TimetableFields } from './TimetableFields.tsx'
import type { TimingForm } from './timingForm.ts'
import { useSingleTime } from './useSingleTime.ts'
import { instantOf } from './when.ts'
import { markWords } from './words.ts'

type TimingProps = {
  /** What there is to choose from; one alone is not asked about. */
  choices: readonly TimingForm['when'][]
}

/** When something goes. The form around it holds the fields. */
export function Timing({ choices }: TimingProps) {
  const { control, register } = useFormContext<TimingForm>()
  const [when, timeZone] = useWatch({ control, name: ['when', 'timeZone'] })
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-sm font-medium">When</legend>
      {choices.length > 1 && (
        <div className={choicesClasses}>
          {choices.map((choice) => (
            <Choice key={choice} label={labels[choice]} value={choice} {...register('when')} />
          ))}
        </div>
      )}
      <FieldZone value={timeZone}>
        {when === 'at' && <AtTime offersNow={choices.includes('now')} />}
        {when === 'now' && (
          <p className="text-muted">It goes out as soon as you press “Send now”.</p>
        )}
        {when === 'repeat' && <TimetableFields />}
      </FieldZone>
    </fieldset>
  )
}

const labels = { at: 'At a time', repeat: 'Repeat', now: 'Now' }

function AtTime({ offersNow }: { offersNow: boolean }) {
  const { control, register, formState } = useFormContext<TimingForm>()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timeZone' })
  const { errors } = formState
  const [date, time, timeZone] = useWatch({ control, name: ['date', 'time', 'timeZone'] })
  // The present instant is at most a tick old.
  const now = useNow()
  const named = date && time ? instantOf(`${date}T${time}`, timeZone) : undefined
  const passed = named !== undefined && named.at.getTime() <= now + TICK_MS
  const offered = useFrozenWhilePressed(Boolean(errors.date ?? errors.time) && passed && offersNow)
  return (
    <>
      <Presets now={now} timeZone={timeZone} />
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_1.6fr]">
        <Field label="Day" error={errors.date?.message}>
          {(props) => (
            <Input {...props} {...register('date', { deps: ['time'] })} type="date" data-tabular />
          )}
        </Field>
        <Field label="Time" error={errors.time?.message}>
          {(props) => (
            <Input {...props} {...register('time', { deps: ['date'] })} type="time" data-tabular />
          )}
        </Field>
        <Field label="Time zone" error={errors.timeZone?.message}>
          {(props) => (
            <ZonePicker
              {...props}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              ref={ref}
            />
          )}
        </Field>
      </div>
      {offered ? <SendNowInstead /> : <Result />}
    </>
  )
}

function Presets({ now, timeZone }: { now: number; timeZone: string }) {
  const { setValue, control } = useFormContext<TimingForm>()
  const [date, time] = useWatch({ control, name: ['date', 'time'] })
  return (
    <div className="flex flex-wrap gap-1.5">
      {presetsAt(now, timeZone).map(({ label, local }) => {
        const [day = '', clock = ''] = local.split('T')
        return (
          <Button
            key={label}
            size="sm"
            aria-pressed={day === date && clock === time}
            className="rounded-full aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => {
              setValue('date', day, { shouldDirty: true })
              setValue('time', clock, { shouldDirty: true })
            }}
          >
            {label}
          </Button>
        )
      })}
    </div>
  )
}

function SendNowInstead() {
  const { setValue } = useFormContext<TimingForm>()
  return (
    <div>
      <Button size="sm" onClick={() => setValue('when', 'now', { shouldDirty: true })}>
        Send now instead
      </Button>
    </div>
  )
}

/** The instant that was chosen, in words; where the person's own clock shows another time, that too. */
function Result() {
  const { control } = useFormContext<TimingForm>()
  const [time, timeZone] = useWatch({ control, name: ['time', 'timeZone'] })
  const { timeZone: own } = useUser()
  const now = useNow()
  const single = useSingleTime()
  if (!single) return null
  const { at, twice, otherRules } = single
  return (
    <p className="text-muted" aria-live="polite">
      <span className="text-ink">{exactTime(at, timeZone)}</span>, {relativeTime(at, now)}
      {own !== timeZone && ` · ${shortTime(at, own, now)} for you in ${zoneCity(own)}`}
      {twice && <span className="block text-warn">{markWords('overlap_first', time, time)}</span>}
      {otherRules && <span className="block text-warn">{otherRules}</span>}
    </p>
  )
}
