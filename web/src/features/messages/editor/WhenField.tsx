import type { Message } from '@carillon/contract/messages'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { Choice, choicesLook } from '../../../ui/Choice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { TICK_MS, useNow } from '../../../ui/time/useNow.ts'
import { exactTime, relativeTime, shortTime, zoneCity } from '../../../ui/time/words.ts'
import { ZonePicker } from '../../../ui/zone/ZonePicker.tsx'
import { TimetableFields } from '../../schedule/TimetableFields.tsx'
import type { MessageForm } from '../form.ts'
import { instantOf } from '../when.ts'

/** When the message goes out; one that goes by a rule already keeps to rules. */
export function WhenField({ message }: { message: Message | undefined }) {
  const { control, register } = useFormContext<MessageForm>()
  const when = useWatch({ control, name: 'when' })
  const settled = message && message.status !== 'draft' ? message.kind : undefined
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-sm font-medium">When</legend>
      {settled !== 'automated' && (
        <div className={choicesLook}>
          <Choice label="At a time" value="at" {...register('when')} />
          {settled === undefined && <Choice label="Repeat" value="repeat" {...register('when')} />}
          <Choice label="Now" value="now" {...register('when')} />
        </div>
      )}
      {when === 'at' && <AtTime />}
      {when === 'now' && <p className="text-muted">It goes out as soon as you press “Send now”.</p>}
      {when === 'repeat' && <TimetableFields before={message?.schedule} />}
    </fieldset>
  )
}

function AtTime() {
  const { control, register, formState } = useFormContext<MessageForm>()
  const {
    field: { ref, ...field },
  } = useController({ control, name: 'timeZone' })
  const { errors } = formState
  const [date, time, timeZone] = useWatch({ control, name: ['date', 'time', 'timeZone'] })
  // The present instant is at most a tick old.
  const now = useNow()
  const named = date && time ? instantOf(`${date}T${time}`, timeZone) : undefined
  const passed = named !== undefined && named.at.getTime() <= now + TICK_MS
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_1fr_1.6fr]">
        <Field label="Day" error={errors.date?.message}>
          {(props) => (
            <Input {...props} {...register('date', { deps: ['time'] })} type="date" data-figures />
          )}
        </Field>
        <Field label="Time" error={errors.time?.message}>
          {(props) => <Input {...props} {...register('time')} type="time" data-figures />}
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
      {errors.time && passed ? <SendNowInstead /> : <Result />}
    </>
  )
}

function SendNowInstead() {
  const { setValue, clearErrors } = useFormContext<MessageForm>()
  return (
    <div>
      <Button
        size="sm"
        onClick={() => {
          setValue('when', 'now', { shouldDirty: true })
          clearErrors('time')
        }}
      >
        Send now instead
      </Button>
    </div>
  )
}

/** The instant that was chosen, in words; where the person's own clock shows another time, that too. */
function Result() {
  const { control } = useFormContext<MessageForm>()
  const [date, time, timeZone] = useWatch({ control, name: ['date', 'time', 'timeZone'] })
  const { timeZone: own } = useUser()
  const now = useNow()
  const named = date && time ? instantOf(`${date}T${time}`, timeZone) : undefined
  if (!named || named.moved) return null
  const at = named.at.toISOString()
  return (
    <p className="text-muted" aria-live="polite">
      <span className="text-ink">{exactTime(at, timeZone)}</span>, {relativeTime(at, now)}
      {own !== timeZone && ` · ${shortTime(at, own, now)} for you in ${zoneCity(own)}`}
    </p>
  )
}
