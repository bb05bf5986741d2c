import { zodResolver } from '@hookform/resolvers/zod'
import type { Cycle } from '@carillon/contract/cycles'
import { type KeyboardEvent, type ReactNode, useCallback, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { useUnsavedGuard } from '../../../app/navigation/useUnsavedGuard.tsx'
import { Page } from '../../../app/Page.tsx'
import { KeptBanner } from '../../compose/KeptBanner.tsx'
import { useBase } from '../../compose/useBase.ts'
import { useUnsaved } from '../../compose/useUnsaved.ts'
import { CycleForm, formOf } from '../form.ts'
import { SimulationCard } from '../simulation/SimulationCard.tsx'
import { newForm } from '../filled.ts'
import { CycleFields } from './CycleFields.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useSave } from './useSave.ts'

type CycleEditorProps = {
  title: string
  /** What stands beside the heading. */
  actions?: ReactNode
  /** The cycle to edit; a new one without. */
  cycle?: Cycle
}

/** The page that makes a cycle: its steps, groups and timetable; beside it what will be sent. */
export function CycleEditor({ title, actions, cycle }: CycleEditorProps) {
  const { timeZone } = useUser()
  const id = useId()
  const [search] = useSearchParams()
  const [initial] = useState(() =>
    cycle ? formOf(cycle, Date.now(), timeZone) : newForm(Date.now(), timeZone, search),
  )
  // The first step of a new cycle is there to be written.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(initial.steps.slice(0, 1).map((step) => step.id)),
  )
  const form = useForm<CycleForm>({
    resolver: zodResolver(CycleForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  const base = useBase(cycle)
  const { kept, letGo: forget } = useUnsaved(form, {
    place: cycle?.id ?? 'new-cycle',
    base: useCallback(() => base.get()?.editedRev.toString() ?? search.toString(), [base, search]),
  })
  const guard = useUnsavedGuard(isDirty, forget)
  const { letGo: pass } = guard
  const letGo = useCallback(() => {
    forget()
    pass()
  }, [forget, pass])
  const save = useSave(form, cycle, base, letGo)

  const onOpen = (step: string, on: boolean) =>
    setOpen((before) => {
      const next = new Set(before)
      if (on) next.add(step)
      else next.delete(step)
      return next
    })

  function lead(path: string) {
    const step = form.getValues('steps')[Number(/^steps\.(\d+)/.exec(path)?.[1])]
    if (step) flushSync(() => onOpen(step.id, true))
    if (/^steps(\.root)?$/.test(path)) document.querySelector<HTMLElement>('#add-step')?.focus()
    else form.setFocus(path as FieldPath<CycleForm>)
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      <Page
        title={title}
        actions={actions}
        width="list"
        bar={<SaveBar form={id} cycle={cycle} save={save} onProblem={lead} />}
      >
        {kept && (
          <div className="mb-5">
            <KeptBanner
              kept={kept}
              {...(cycle ? { note: 'The cycle has been changed since.' } : {})}
            />
          </div>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- A short cut for its own button. */}
          <form
            id={id}
            noValidate
            className="grid min-w-0 gap-5"
            onKeyDown={onKeyDown}
            onSubmit={(event) => void form.handleSubmit(save.go)(event)}
          >
            <CycleFields cycle={cycle} open={open} onOpen={onOpen} />
          </form>
          <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
            <SimulationCard cycle={cycle} />
          </div>
        </div>
      </Page>
      {guard.dialog}
    </FormProvider>
  )
}
