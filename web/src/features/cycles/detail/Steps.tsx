import type { Cycle } from '@carillon/contract/cycles'
import { CornerDownRight } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { count } from '../../groups/words.ts'
import { useCycleActions } from '../actions/useCycleActions.ts'
import { textOf } from '../words.ts'

/** The steps in their order: how often each was said, and which is next. */
export function Steps({ cycle }: { cycle: Cycle }) {
  const { jump, busy } = useCycleActions(cycle)
  const { steps, progress, status } = cycle
  const { nextStepId } = progress
  const canJump = status === 'active' || status === 'paused'
  return (
    <Card aria-label="Steps">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-medium text-muted">Steps</h2>
      <ol>
        {steps.map(({ id, content, enabled, said }, n) => (
          <li
            key={id}
            className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span className="w-6 shrink-0 text-right text-sm text-muted tabular-nums">{n + 1}</span>
            <span className="grid min-w-0 flex-1">
              <span dir="auto" className="truncate">
                {textOf(content.text)}
              </span>
              <span className="text-sm text-muted tabular-nums">
                {said === 0 ? 'Not sent yet' : `Sent ${count(said, 'time')}`}
                {!enabled && ' · switched off'}
              </span>
            </span>
            {id === nextStepId ? (
              <Badge tone="info">Next</Badge>
            ) : (
              canJump &&
              enabled && (
                <Button
                  size="sm"
                  variant="plain"
                  aria-label={`Make step ${n + 1} the next`}
                  aria-disabled={busy}
                  onClick={() => void jump(id, n + 1, nextStepId)}
                >
                  <CornerDownRight size={14} aria-hidden /> Jump here
                </Button>
              )
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
