import { zodResolver } from '@hookform/resolvers/zod'
import type { Cycle } from '@carillon/contract/cycles'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { Page } from '../../../app/Page.tsx'
import { paths } from '../../../app/paths.ts'
import type { HeldForm } from '../../../app/tabForm.ts'
import { type View, WriteAndPreview } from '../../compose/WriteAndPreview.tsx'
import { focusField } from '../../compose/focusField.ts'
import { useEditing } from '../../compose/useEditing.tsx'
import { useGoneProblems } from '../../compose/useGoneProblems.ts'
import { useRepeatUnanswered } from '../../compose/useRepeatUnanswered.ts'
import type { Added } from '../add/useAdded.ts'
import { CycleForm, formOf } from '../form.ts'
import { SimulationCard } from '../simulation/SimulationCard.tsx'
import { showPreflight } from '../../preflight/PreflightCard.tsx'
import { newForm } from '../newForm.ts'
import { CheckOf, CycleCheck } from './CycleCheck.tsx'
import { cycleDifferences } from './differences.ts'
import { CycleFields } from './CycleFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { StepPreview } from './StepPreview.tsx'
import { useSave } from './useSave.ts'

type CycleEditorProps = {
  title: string
  /** Elements beside the heading. */
  actions?: ReactNode
  /** The cycle to edit; undefined for a new one. */
  cycle?: Cycle
  held: HeldForm
  /** What a message adds: the last step of a cycle, or the first content of a new one. */
  added?: Added | undefined
}

/** The editor of a cycle: its steps, groups and timetable, with a simulation beside it. */
export function CycleEditor({ title, actions, cycle, held, added }: CycleEditorProps) {
  const { timeZone } = useUser()
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const [initial] = useState(() =>
    cycle ? formOf(cycle, Date.now(), timeZone) : newForm(Date.now(), timeZone, search, added),
  )
  // The first step of a new cycle is open to be written; an added step is open to be read.
  const [first] = useState(() => (cycle && added ? added.step : initial.steps[0])?.id)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first ? [first] : []))
  const [current, setCurrent] = useState(first)
  const [view, setView] = useState<View>('write')
  const form = useForm<CycleForm>({
    resolver: zodResolver(CycleForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  useGoneProblems(form, CycleForm)
  const editing = useEditing<CycleForm, Cycle>(form, {
    thing: cycle,
    held,
    formOf,
    differences: cycleDifferences,
    pathOf: paths.cycle,
    note: 'The cycle has been changed since.',
  })
  useEffect(() => {
    if (!cycle || !added) return
    const steps = form.getValues('steps')
    if (steps.some(({ id }) => id === added.step.id)) return
    // With a reset, because the list of steps does not hear of a value that is set before it has subscribed.
    form.reset({ ...form.getValues(), steps: [...steps, added.step] }, { keepDefaultValues: true })
    // Only once, also after a reload, which fills the step in: it may be taken out again.
    setSearch(
      (present) => {
        present.delete('message')
        return present
      },
      { replace: true, preventScrollReset: true },
    )
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const save = useSave(form, cycle, editing)
  const onInvalid = () => setView('write')
  const go = (leave?: () => void) =>
    form.handleSubmit((values) => save.go(values, leave), onInvalid)
  const status = save.shown?.status
  const { restorable, offer, dialog } = editing.notes(
    save.saving !== undefined,
    status === 'active' || status === 'paused'
      ? { label: 'Save', run: (leave) => void go(leave)() }
      : { label: 'Save draft', run: save.draft },
  )
  useRepeatUnanswered(editing.unanswered, cycle ? {} : { draft: save.draft, go: () => void go()() })

  const onOpen = (step: string, on: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (on) next.add(step)
      else next.delete(step)
      return next
    })

  function lead(path: string) {
    flushSync(() => setView('write'))
    const step = form.getValues('steps')[Number(/^steps\.(\d+)/.exec(path)?.[1])]
    if (step) flushSync(() => onOpen(step.id, true))
    if (/^steps(\.root)?$/.test(path)) document.querySelector<HTMLElement>('#add-step')?.focus()
    else focusField(path, (field) => form.setFocus(field as FieldPath<CycleForm>))
  }

  function onWarnings() {
    flushSync(() => setView('preview'))
    showPreflight()
  }

  const onResume = () => void form.handleSubmit(save.resume, onInvalid)()

  return (
    <FormProvider {...form}>
      <CycleCheck {...{ cycle, current }} onLead={lead}>
        <Page
          title={title}
          actions={actions}
          width="wide"
          bar={
            <SaveBar
              {...{ cycle, save, onResume, onWarnings }}
              form={id}
              offer={offer}
              onProblem={lead}
            />
          }
        >
          {restorable}
          <WriteAndPreview
            view={view}
            onView={setView}
            form={id}
            onSubmit={(event) => void go()(event)}
            fields={<CycleFields open={open} onOpen={onOpen} onCurrent={setCurrent} />}
            preview={
              <>
                <StepPreview current={current} onCurrent={setCurrent} runs={cycle?.runs ?? 0} />
                <CheckOf current={current} />
                <SimulationCard cycle={cycle} />
              </>
            }
          />
        </Page>
      </CycleCheck>
      {dialog}
    </FormProvider>
  )
}
