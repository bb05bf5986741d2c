import type { Cycle } from '@carillon/contract/cycles'
import { CornerDownRight, Ellipsis, MessageSquarePlus, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '../../../app/navigation/Link.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { count } from '../../../ui/words.ts'
import { ContentIcon } from '../../compose/content/ContentIcon.tsx'
import { oneLineOf } from '../../compose/content/line.ts'
import { useCycleActions } from '../actions/useCycleActions.tsx'
import { useFigures } from '../queries.ts'
import { textOf } from '../words.ts'
import { ResultCounts } from './ResultCounts.tsx'

/** The number of steps that are shown at first: those around the next one. */
const SHOWN = 12

/** The steps in order: how often each had its turn, its results, and which is next. */
export function Steps({ cycle }: { cycle: Cycle }) {
  const { jump } = useCycleActions(cycle)
  const [all, setAll] = useState(false)
  const { data } = useFigures(cycle.id)
  const figures = new Map(data?.steps.map((one) => [one.stepId, one]))
  const { id, steps, progress, status, order } = cycle
  const nextStepId = status === 'finished' ? null : progress.nextStepId
  const canJump = status === 'active' || status === 'paused'
  const isFolded = !all && steps.length > SHOWN
  const from = isFolded
    ? Math.max(0, Math.min((progress.nextStep ?? 0) - 1, steps.length - SHOWN))
    : 0
  const shown = isFolded ? steps.slice(from, from + SHOWN) : steps
  const own = figures.get(null)
  return (
    <Card aria-label="Steps">
      <div className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-sm font-medium text-muted">Steps</h2>
        {isFolded && (
          <span className="text-sm text-muted tabular-nums">
            {from + 1} to {from + shown.length} of {steps.length}
          </span>
        )}
      </div>
      {steps.length === 0 && <p className="p-4 text-muted">There are no messages in it yet.</p>}
      <ol start={from + 1}>
        {shown.map(({ id: stepId, content, enabled, said, weight }, index) => {
          const number = from + index + 1
          const isNext = stepId === nextStepId
          const jumps = canJump && enabled && !isNext
          return (
            <li
              key={stepId}
              className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4 last:border-0"
            >
              <span className="min-w-4 shrink-0 text-sm text-muted tabular-nums">{number}</span>
              <span className="grid min-w-0 flex-1">
                <span dir="auto" className="truncate">
                  <ContentIcon content={content} />
                  {textOf(oneLineOf(content))}
                </span>
                <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
                  <span>
                    {said === 0 ? 'Not sent yet' : `Its turn came ${count(said, 'time')}`}
                    {order === 'weighted' && ` · weight ${weight}`}
                    {!enabled && ' · switched off'}
                  </span>
                  <ResultCounts of={figures.get(stepId)} />
                </span>
              </span>
              {isNext && <Badge tone="info">Next</Badge>}
              <Menu
                trigger={
                  <Button size="sm" variant="plain" icon aria-label={`More for step ${number}`}>
                    <Ellipsis size={16} aria-hidden />
                  </Button>
                }
                items={[
                  jumps && {
                    label: 'Make it the next',
                    icon: CornerDownRight,
                    onSelect: () => void jump(stepId, number),
                  },
                  {
                    label: 'Use it as a message',
                    icon: MessageSquarePlus,
                    link: leadingTo(`${paths.newMessage}?cycle=${id}&step=${stepId}`),
                  },
                  {
                    label: 'Edit the steps',
                    icon: Pencil,
                    link: leadingTo(paths.editCycle(id)),
                  },
                ]}
              />
            </li>
          )
        })}
      </ol>
      {own && (
        <p className="flex flex-wrap gap-x-3 border-t border-line py-2 px-4 text-sm text-muted">
          Texts of single runs <ResultCounts of={own} />
        </p>
      )}
      {isFolded && (
        <div className="flex justify-center border-t border-line p-3">
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {steps.length} steps
          </Button>
        </div>
      )}
    </Card>
  )
}

const leadingTo = (path: string) => (words: ReactNode) => <Link to={path}>{words}</Link>
