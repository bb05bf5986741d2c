import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/time/useNow.ts'
import { wallClock } from '../../../ui/time/words.ts'
import { Preview } from '../../compose/preview/Preview.tsx'
import { contentOf } from '../../compose/content/options.ts'
import { uploadProblem } from '../../compose/media/files.ts'
import { SendTest } from '../../compose/test/SendTest.tsx'
import { useReach } from '../../compose/useReach.ts'
import { firstOf } from '../../schedule/timetable.ts'
import { instantOf, localOf } from '../../schedule/when.ts'
import type { CycleForm } from '../form.ts'

type StepPreviewProps = {
  /** The id of the step that somebody works on. */
  current: string | undefined
  onCurrent: (id: string) => void
  /** How many runs there were. */
  runs: number
}

/** The preview of the step that is being written, with buttons to the other steps. */
export function StepPreview({ current, onCurrent, runs }: StepPreviewProps) {
  const { control } = useFormContext<CycleForm>()
  const [steps, groupIds, timetable, timeZone] = useWatch({
    control,
    name: ['steps', 'groupIds', 'timetable', 'timeZone'],
  })
  const now = localOf(new Date(useNow()), timeZone)
  const reach = useReach(groupIds)
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === current),
  )
  const step = steps[at]
  if (!step) return null
  const local = firstOf(timetable, now)
  const leaf = (to: number) => steps[to] && onCurrent(steps[to].id)
  return (
    <section aria-label="Preview" className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold tabular-nums">
          Step {at + 1}
          <span className="font-normal text-muted"> as members see it</span>
        </h2>
        {steps.length > 1 && (
          <span className="-my-1 flex">
            <Button
              size="sm"
              variant="plain"
              icon
              aria-label="Show the step before"
              aria-disabled={at === 0}
              onClick={() => leaf(at - 1)}
            >
              <ChevronLeft size={16} aria-hidden />
            </Button>
            <Button
              size="sm"
              variant="plain"
              icon
              aria-label="Show the next step"
              aria-disabled={at === steps.length - 1}
              onClick={() => leaf(at + 1)}
            >
              <ChevronRight size={16} aria-hidden />
            </Button>
          </span>
        )}
      </div>
      <Preview
        compact
        said={step}
        time={local ? wallClock(local.slice(11)) : ''}
        run={{
          at: local ? instantOf(local, timeZone)?.at.toISOString() : undefined,
          timeZone,
          n: runs + 1,
        }}
        {...reach}
      />
      <SendTest
        groupIds={groupIds}
        timeZone={timeZone}
        said={() => contentOf(step.text, step)}
        missing={() => uploadProblem(step)?.message}
      />
    </section>
  )
}
