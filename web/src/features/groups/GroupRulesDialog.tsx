import { type Group, updateGroup } from '@carillon/contract/groups'
import { DAILY_CAP_MAX, MIN_GAP_MAX_MINUTES } from '@carillon/contract/groups/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { askAgain } from '../../api/askAgain.ts'
import { call } from '../../api/call.ts'
import { formProblems } from '../../api/formErrors.ts'
import { useUser } from '../../api/session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Problem } from '../../ui/Field.tsx'
import { Input, Select } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast/store.ts'
import { ZonePicker } from '../../ui/zone/ZonePicker.tsx'
import { zoneCity } from '../../ui/time/words.ts'
import { refetchSends } from '../calendar/cache.ts'
import { DayChips } from '../schedule/rules/DayChips.tsx'
import { FromTo } from '../schedule/rules/FromTo.tsx'
import { receiveGroup } from './cache.ts'
import {
  fieldOf,
  inputOf,
  problemsOf,
  type RulesForm,
  type RulesProblems,
  rulesOf,
} from './rules.ts'

type GroupRulesDialogProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void }

/** What a group bears, whatever is sent to it: its clock, its quiet hours, how many and how near. */
export function GroupRulesDialog({ group, open, onOpenChange }: GroupRulesDialogProps) {
  const id = useId()
  const { timeZone: own } = useUser()
  const queryClient = useQueryClient()
  const [form, setForm] = useState(() => rulesOf(group))
  const [problems, setProblems] = useState<RulesProblems>({})
  const change = (part: Partial<RulesForm>) => setForm({ ...form, ...part })

  const save = useMutation({
    mutationFn: () =>
      call(updateGroup, { params: { id: group.id }, body: { rev: group.rev, ...inputOf(form) } }),
    onSuccess: (next) => {
      receiveGroup(queryClient, next)
      // What quiet hours do is told with each send to come.
      void askAgain(queryClient, ['messages'])
      void refetchSends(queryClient)
      toast({ title: `The rules of ${group.title} are saved` })
      onOpenChange(false)
    },
    onError: (error) => {
      const { fields, form: rest } = formProblems(error, fieldOf)
      setProblems({
        ...Object.fromEntries(fields.map(({ path, message }) => [path, message])),
        ...(rest ? { form: rest } : {}),
      })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(form)
    setProblems(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Rules of ${group.title}`}
      description="They hold for everything that is sent to it."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Leave them</Button>
          <Button type="submit" form={id} variant="primary" loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-5" onSubmit={submit}>
        <div className="grid gap-2">
          <Checkbox
            label={`On your clock, ${zoneCity(own)}`}
            checked={form.timeZone === null}
            onChange={(event) => change({ timeZone: event.target.checked ? null : own })}
          />
          {form.timeZone !== null && (
            <Field label="Its time zone" error={problems.timeZone}>
              {(control) => (
                <ZonePicker
                  {...control}
                  value={form.timeZone ?? own}
                  onChange={(timeZone) => change({ timeZone })}
                />
              )}
            </Field>
          )}
        </div>
        <QuietFields form={form} change={change} problem={problems.quietHours} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Amount
            label="At most a day"
            hint="Messages to this group. Empty is as many as there are."
            problem={problems.dailyCap}
            max={DAILY_CAP_MAX}
            value={form.dailyCap}
            onChange={(dailyCap) => change({ dailyCap })}
          />
          <Amount
            label="Minutes between two"
            hint="At least so many. Empty is as they come."
            problem={problems.minGapMinutes}
            max={MIN_GAP_MAX_MINUTES}
            value={form.minGapMinutes}
            onChange={(minGapMinutes) => change({ minGapMinutes })}
          />
        </div>
        {problems.form && <Banner tone="danger">{problems.form}</Banner>}
      </form>
    </Dialog>
  )
}

type AmountProps = {
  label: string
  hint: string
  problem: string | undefined
  max: number
  /** As it is typed; empty is no limit. */
  value: string
  onChange: (value: string) => void
}

function Amount({ label, hint, problem, max, value, onChange }: AmountProps) {
  return (
    <Field label={label} error={problem} hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          data-figures
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type QuietFieldsProps = {
  form: RulesForm
  change: (part: Partial<RulesForm>) => void
  problem: string | undefined
}

function QuietFields({ form, change, problem }: QuietFieldsProps) {
  const { quiet, from, to, days, mode } = form
  return (
    <div className="grid gap-3">
      <Checkbox
        label="Quiet hours"
        note="Nothing is sent then."
        checked={quiet}
        onChange={(event) => change({ quiet: event.target.checked })}
      />
      {quiet && (
        <div className="grid gap-3 border-l border-line pl-4">
          <FromTo
            from={{
              'aria-label': 'Quiet from',
              value: from,
              onChange: (event) => change({ from: event.target.value }),
            }}
            to={{
              'aria-label': 'Quiet to',
              value: to,
              onChange: (event) => change({ to: event.target.value }),
            }}
          />
          {problem && <Problem>{problem}</Problem>}
          <DayChips
            legend="Beginning on"
            chosen={days}
            onChange={(next) => change({ days: next })}
            {...(days.length === 0 ? { hint: 'None chosen: on every day.' } : {})}
          />
          <Field label="What falls into them">
            {(control) => (
              <Select
                {...control}
                value={mode}
                onChange={({ target: { value } }) =>
                  change({ mode: value === 'skip' ? 'skip' : 'hold' })
                }
              >
                <option value="hold">Waits until they end</option>
                <option value="skip">Is left out</option>
              </Select>
            )}
          </Field>
        </div>
      )}
    </div>
  )
}
