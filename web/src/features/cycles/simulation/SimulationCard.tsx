import { memo, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Cycle } from '@carillon/contract/cycles'
import { errorWords, isApiError } from '../../../api/errors.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cn } from '../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { contentOf } from '../../compose/content/options.ts'
import { ownTextsOf } from '../runs/ownTexts.ts'
import { isExample } from '../examples.ts'
import { CycleForm, inputOf } from '../form.ts'
import { stepWordsOf, type StepWords } from '../words.ts'
import { SimulationView } from './SimulationView.tsx'
import { useSimulation } from './useSimulation.ts'

/** Drawn anew when it is worked out anew, and not with each key. */
const Shown = memo(SimulationView)

/** What will be sent if the form is saved as it stands, updated while somebody types. */
export function SimulationCard({ cycle }: { cycle: Cycle | undefined }) {
  const form = useWatch<CycleForm>() as CycleForm
  const missing = missingIn(form)
  const simulation = useSimulation(
    missing.length === 0
      ? {
          input: inputOf(form, 'active', cycle),
          cycle,
          stays: cycle?.status === 'paused',
        }
      : undefined,
  )
  const texts = useDebounced(
    JSON.stringify(form.steps.map(({ text, ...step }) => stepWordsOf(contentOf(text, step)))),
  )
  const settled = useMemo(() => JSON.parse(texts) as StepWords[], [texts])
  const ownText = useMemo(() => cycle && ownTextsOf(cycle), [cycle])
  const { data, error, isCurrent, isFetching, isPlaceholderData } = simulation
  const stale = !isCurrent || isPlaceholderData
  return (
    <Card
      role="region"
      aria-label="Simulation"
      aria-live="polite"
      aria-busy={isFetching || stale}
      className="grid gap-4 p-4 md:p-5"
    >
      <div className="grid gap-0.5">
        <h2 className="font-semibold">What will be sent</h2>
        <p className="text-sm text-muted">
          Worked out as the sender does it, with the rules of your groups.
        </p>
      </div>
      {missing.length > 0 ? (
        <p className="text-muted">To show it, {missing.join(' and ')}.</p>
      ) : error && !isFetching ? (
        isApiError(error, 'invalid') ? (
          <p className="text-danger">{error.details[0]?.message ?? errorWords(error)}</p>
        ) : (
          <Banner
            tone="danger"
            action={<Button onClick={() => void simulation.refetch()}>Retry</Button>}
          >
            {errorWords(error)}
          </Banner>
        )
      ) : data ? (
        <div className={cn('transition-opacity', stale && 'opacity-60')}>
          <Shown
            simulation={data}
            timeZone={form.timeZone}
            texts={settled}
            ownText={ownText}
            groups={form.groupIds.length}
          />
        </div>
      ) : (
        <Loading label="Working out what will be sent">
          <div className="grid gap-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-40" />
            <Skeleton className="h-24" />
          </div>
        </Loading>
      )}
    </Card>
  )
}

/** What the form still lacks, as things to do. */
function missingIn(form: CycleForm): string[] {
  // A text that only asks for one counts as a text here: it is shown as it is.
  const steps = form.steps.map((step) => (isExample(step.text) ? { ...step, text: 'Any' } : step))
  const { error } = CycleForm.safeParse({ ...form, name: 'Any', steps })
  const fields = new Set(error?.issues.map(({ path }) => String(path[0])))
  return [
    ...(fields.has('steps') ? ['complete the messages'] : []),
    ...(fields.has('groupIds') ? ['choose a group'] : []),
    ...(fields.has('timetable') || fields.has('timeZone') ? ['complete the timetable'] : []),
    ...(['stepsPerSlot', 'endsAfter', 'pauseAfterFailures'].some((name) => fields.has(name))
      ? ['mend the marked fields']
      : []),
  ]
}
