import type { Cycle } from '@carillon/contract/cycles'
import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { contentOf } from '../../compose/content/options.ts'
import type { Finding } from '../../preflight/findings.ts'
import { PreflightCheck } from '../../preflight/PreflightCheck.tsx'
import { PreflightCard } from '../../preflight/PreflightCard.tsx'
import { type CycleForm, fieldOf, inputOf } from '../form.ts'
import { isUnwritten, newStep } from '../steps.ts'
import { stepsWords } from './problems.ts'

type CycleCheckProps = {
  cycle: Cycle | undefined
  /** The id of the step that somebody works on. */
  current: string | undefined
  /** Moves to a field of the form. */
  onLead: (path: string) => void
  children: ReactNode
}

/** The findings about the step that is being written. */
export function CheckOf({ current }: { current: string | undefined }) {
  const steps = useWatch<CycleForm, 'steps'>({ name: 'steps' })
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  )
  return <PreflightCard title={`Step ${index + 1} before it is sent`} anyTime />
}

/** Checks the step that is being written, as it is typed, and gives the findings to its children. */
export function CycleCheck({ cycle, current, onLead, children }: CycleCheckProps) {
  const form = useWatch<CycleForm>() as CycleForm
  const index = Math.max(
    0,
    form.steps.findIndex(({ id }) => id === current),
  )
  const step = form.steps[index] ?? newStep()
  const { groupIds, topics, schedule, catchUpMinutes } = inputOf(form, 'draft', cycle)
  // It stays the same until the steps change, so that the findings do not render again with each key.
  const unwritten = form.steps.flatMap((one, index) => (isUnwritten(one) ? index : [])).join(' ')
  const more = useMemo(() => examplesIn(unwritten), [unwritten])
  const nextAt = cycle?.nextAt
  const times = useMemo(() => (nextAt ? [nextAt] : []), [nextAt])
  return (
    <PreflightCheck
      asked={{
        kind: 'automated',
        content: contentOf(step.text, step),
        groupIds,
        catchUpMinutes,
        ...(topics ? { topics } : {}),
        ...(schedule ? { schedule } : {}),
      }}
      times={times}
      at={`steps.${index}.`}
      timeField="timetable.times"
      more={more}
      onLead={(path) =>
        onLead(
          path.startsWith('content') ? (fieldOf(`steps.${index}.${path}`, form) ?? path) : path,
        )
      }
    >
      {children}
    </PreflightCheck>
  )
}

/**
 * The finding about steps that still have the text of their template, which nobody means to send; `unwritten` has
 * their indexes.
 */
function examplesIn(unwritten: string): Finding[] {
  const indexes = unwritten === '' ? [] : unwritten.split(' ').map(Number)
  const [first] = indexes
  if (first === undefined) return []
  const one = indexes.length === 1
  return [
    {
      id: 'examples',
      effect: 'blocks',
      words: `${stepsWords(indexes.map((index) => index + 1))} still ${one ? 'says' : 'say'} the text of the template. Write your own, or switch ${one ? 'it' : 'them'} off.`,
      fixes: [{ kind: 'show', path: `steps.${first}.text` }],
    },
  ]
}
