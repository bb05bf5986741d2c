import type { Cycle, CycleStatus } from '@carillon/contract/cycles'
import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { FormProblem } from '../../../app/FormProblem.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { count } from '../../../ui/words.ts'
import { problemsIn } from '../../compose/problemsIn.ts'
import { StaleBanner } from '../../compose/StaleBanner.tsx'
import { SummaryBar } from '../../compose/SummaryBar.tsx'
import { FindingsCount } from '../../preflight/FindingsCount.tsx'
import { DroppedBanner } from '../../series/DroppedBanner.tsx'
import { type CycleForm, endsOf, formOf } from '../form.ts'
import { rotationWords, stateWords } from '../words.ts'
import { cycleDifferences } from './differences.ts'
import { problemsOfSteps } from './problems.ts'
import type { useSave } from './useSave.ts'

type SaveBarProps = {
  /** The id of the form. */
  form: string
  /** A new one without. */
  cycle: Cycle | undefined
  save: ReturnType<typeof useSave>
  /** Offers to continue with what was typed on another device. */
  offer: ReactNode
  /** Saves a paused cycle, and ends its pause. */
  onResume: () => void
  /** Moves to a field. */
  onProblem: (path: string) => void
  /** Shows the warnings. */
  onWarnings: () => void
}

/** A summary of the cycle, and the buttons that save it. */
export function SaveBar(props: SaveBarProps) {
  const { form, cycle, save, offer, onResume, onProblem, onWarnings } = props
  const { control, formState } = useFormContext<CycleForm>()
  const [steps, groupIds, order, ends, endsAfter] = useWatch({
    control,
    name: ['steps', 'groupIds', 'order', 'ends', 'endsAfter'],
  })
  const { saving } = save
  const status = save.shown?.status ?? 'draft'
  return (
    <SummaryBar
      summary={
        <>
          <span className="font-medium">{count(steps.length, 'step')}</span>
          <span className="text-muted">
            {' · '}
            {groupIds.length === 0 ? 'no group yet' : count(groupIds.length, 'group')}
            {' · '}
            {rotationWords(order, endsAfter > 0 ? endsOf({ ends, endsAfter }) : undefined)}
          </span>
        </>
      }
      problems={problemsOfSteps(problemsIn(formState.errors))}
      onProblem={onProblem}
      warnings={<FindingsCount onPress={onWarnings} />}
      notes={
        <>
          {/* One question at a time, as for messages. */}
          {!save.stale && offer}
          {save.stale && <Stale isNew={!cycle} {...save.stale} />}
          {cycle && save.dropped.length > 0 && (
            <DroppedBanner dropped={save.dropped} to={paths.cycle(cycle.id)} />
          )}
          <FormProblem />
        </>
      }
    >
      {status === 'paused' && (
        <Button loading={saving === 'resume'} aria-disabled={saving === 'go'} onClick={onResume}>
          Save and resume
        </Button>
      )}
      {status !== 'active' && status !== 'paused' && (
        <Button
          loading={saving === 'draft'}
          aria-disabled={saving === 'go'}
          onClick={() => save.draft()}
        >
          Save draft
        </Button>
      )}
      <Button
        type="submit"
        form={form}
        variant="primary"
        loading={saving === 'go'}
        aria-disabled={saving !== undefined && saving !== 'go'}
      >
        {labels[status]}
      </Button>
    </SummaryBar>
  )
}

/** Somebody else has saved the cycle: shows how this form differs from it. */
type StaleProps = NonNullable<SaveBarProps['save']['stale']> & { isNew: boolean }

function Stale({ newest, isNew, ...acts }: StaleProps) {
  const { timeZone } = useUser()
  const mine = useWatch<CycleForm>() as CycleForm
  const [theirs] = useState(() => formOf(newest, Date.now(), timeZone))
  return (
    <StaleBanner
      noun="cycle"
      isNew={isNew}
      state={stateWords(newest).label}
      differences={cycleDifferences(newest, theirs, mine)}
      {...acts}
    />
  )
}

const labels: Record<CycleStatus, string> = {
  draft: 'Start',
  active: 'Save',
  paused: 'Save',
  finished: 'Start again',
  suspended: 'Start',
}
