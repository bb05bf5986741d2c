import type { Group } from '@carillon/contract/groups'
import { DAILY_CAP_MAX, MIN_GAP_MAX_MINUTES } from '@carillon/contract/groups/rules'
import { zoneCity } from '@carillon/contract/zones'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import { askAgain } from '../../api/askAgain.ts'
import { MESSAGES, SENDS } from '../../api/queryKeys.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { useRefusalToast } from '../../app/refusalToast.ts'
import { reportLostAnswer } from '../../app/retries.ts'
import { showProblems } from '../../app/showProblems.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Problem } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast/store.ts'
import { ZonePicker } from '../../ui/zone/ZonePicker.tsx'
import { DayChips } from '../schedule/rules/DayChips.tsx'
import { FromTo } from '../schedule/rules/FromTo.tsx'
import { receiveGroup } from './cache.ts'
import { changeGroup } from './changes.ts'
import { checkRules, fieldOf, inputOf, type RulesForm, rulesOf } from './rules.ts'

type GroupRulesDialogProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void }

/** The rules of a group: its time zone, quiet hours, daily limit and smallest gap between two messages. */
export default function GroupRulesDialog({ group, open, onOpenChange }: GroupRulesDialogProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const form = useForm<RulesForm>({ defaultValues: rulesOf(group), resolver: checkRules })
  const { errors, isSubmitting } = form.formState

  async function put(present: Group, rules: RulesForm) {
    const saved = await changeGroup(present, inputOf(rules))
    receiveGroup(queryClient, saved)
    // Each upcoming send shows what quiet hours do to it.
    void askAgain(queryClient, MESSAGES)
    void askAgain(queryClient, SENDS)
    return saved
  }
  async function save(rules: RulesForm) {
    try {
      const saved = await put(group, rules)
      toast({
        title: `The rules of ${group.title} are saved`,
        action: {
          label: 'Undo',
          run: () =>
            void put(saved, rulesOf(group)).catch((error: unknown) =>
              tellRefusal(error, 'It could not be undone'),
            ),
        },
      })
    } catch (error) {
      if (!reportLostAnswer(error)) showProblems(form, error, fieldOf)
      return
    }
    onOpenChange(false)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Rules of ${group.title}`}
      description="They hold for everything that is sent to it, unless you send something anyway."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          id={id}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => void form.handleSubmit(save)(event)}
        >
          <ClockFields />
          <QuietFields />
          <div className="grid gap-4 sm:grid-cols-2">
            <Amount
              label="Daily limit"
              hint="Messages to this group. Leave empty for no limit."
              problem={errors.dailyCap?.message}
              max={DAILY_CAP_MAX}
              {...form.register('dailyCap')}
            />
            <Amount
              label="Minimum gap (minutes)"
              hint="Between two messages. Leave empty for none."
              problem={errors.minGapMinutes?.message}
              max={MIN_GAP_MAX_MINUTES}
              {...form.register('minGapMinutes')}
            />
          </div>
          {errors.root && <Banner tone="danger">{errors.root.message}</Banner>}
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** Whose clock the rules mean. */
function ClockFields() {
  const { timeZone: own } = useUser()
  const { control, formState } = useFormContext<RulesForm>()
  const { field } = useController({ control, name: 'timeZone' })
  return (
    <div className="grid gap-2">
      <Checkbox
        label={`Use my time zone (${zoneCity(own)})`}
        checked={field.value === null}
        onChange={(event) => field.onChange(event.target.checked ? null : own)}
      />
      {field.value !== null && (
        <Field label="Its time zone" error={formState.errors.timeZone?.message}>
          {(props) => (
            <ZonePicker
              {...props}
              value={field.value ?? own}
              onChange={field.onChange}
              onBlur={field.onBlur}
              ref={field.ref}
            />
          )}
        </Field>
      )}
    </div>
  )
}

type AmountProps = ComponentProps<typeof Input> & {
  label: string
  hint: string
  problem: string | undefined
}

/** As it is typed; empty is no limit. */
function Amount({ label, hint, problem, ...props }: AmountProps) {
  return (
    <Field label={label} error={problem} hint={hint}>
      {(control) => (
        <Input {...control} {...props} type="number" inputMode="numeric" min={1} data-tabular />
      )}
    </Field>
  )
}

function QuietFields() {
  const { control, register, formState } = useFormContext<RulesForm>()
  const quiet = useWatch({ control, name: 'quiet' })
  const {
    field: { ref, ...days },
  } = useController({ control, name: 'days' })
  const problem = formState.errors.from?.message
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Quiet hours"
        note="Nothing is sent then."
        {...register('quiet', { deps: 'from' })}
      />
      {quiet && (
        <div className="grid gap-3 border-l border-line pl-4">
          <FromTo
            from={{ 'aria-label': 'Quiet from', ...register('from') }}
            to={{ 'aria-label': 'Quiet to', ...register('to', { deps: 'from' }) }}
          />
          {problem && <Problem>{problem}</Problem>}
          <DayChips
            ref={ref}
            legend="Starting on"
            chosen={days.value}
            onChange={days.onChange}
            onBlur={days.onBlur}
            {...(days.value.length === 0 ? { hint: 'None selected: every day.' } : {})}
          />
          <Field label="Messages due in quiet hours">
            {(props) => (
              <Select {...props} {...register('mode')}>
                <option value="hold">Wait until they end</option>
                <option value="skip">Are skipped</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
