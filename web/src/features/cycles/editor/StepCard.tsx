import { ArrowDown, ArrowUp, ChevronDown, Copy, Ellipsis, GripVertical, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { ContentPart } from '../../compose/content/ContentPart.tsx'
import { useReach } from '../../compose/useReach.ts'
import type { CycleForm } from '../form.ts'
import type { StepForm } from '../steps.ts'
import { textOf } from '../words.ts'
import { useReordered } from '../../../ui/Reorder.tsx'
import { limitWords, StepLimits } from './StepLimits.tsx'

type StepCardProps = {
  id: string
  index: number
  /** How many steps there are. */
  count: number
  weighted: boolean
  open: boolean
  onOpen: (open: boolean) => void
  /** Somebody works on it. */
  onCurrent: () => void
  /** Moves the step to this index; without `focus` the caller sets the focus. */
  onMove: (to: number, focus: boolean) => void
  onDuplicate: (step: StepForm) => void
  onRemove: () => void
}

/** One step: its content and its limits. Folded it is one line. */
export function StepCard(props: StepCardProps) {
  const { id, index, count, weighted, open, onOpen, onCurrent, onMove, onDuplicate, onRemove } =
    props
  const { control, formState, getValues } = useFormContext<CycleForm>()
  const enabled = useController({ control, name: `steps.${index}.enabled` }).field
  const { card, handle, isDragging, edge } = useReordered(id, index)
  const wrong = formState.errors.steps?.[index] !== undefined
  const shown = open || wrong
  const name = `Step ${index + 1}`

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? index - 1 : index + 1, true)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Short cuts for its own buttons.
    <li
      ref={card}
      aria-label={name}
      className={cn(
        'relative rounded-lg border bg-surface shadow-card',
        wrong ? 'border-danger' : 'border-line',
        isDragging && 'opacity-40',
      )}
      onKeyDown={onKeyDown}
      onFocus={() => {
        onCurrent()
        // A card that was opened because of a mistake stays open while the user corrects it.
        if (wrong && !open) onOpen(true)
      }}
    >
      {edge && (
        <span
          aria-hidden
          className="absolute inset-x-0 h-0.5 rounded-full bg-accent"
          style={{ [edge === 'above' ? 'top' : 'bottom']: -8 }}
        />
      )}
      <div className="flex items-center gap-1 px-1.5 py-1.5">
        {count > 1 && (
          <button
            {...handle}
            type="button"
            data-handle
            aria-label={`Move step ${index + 1}`}
            // A finger on it drags and does not scroll.
            style={{ touchAction: 'none', cursor: 'grab' }}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <GripVertical size={16} aria-hidden />
          </button>
        )}
        <button
          type="button"
          aria-expanded={shown}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1.5 text-left hover:bg-hover"
          onClick={() => onOpen(!shown)}
        >
          <ChevronDown
            size={16}
            aria-hidden
            className={cn('shrink-0 text-muted transition-transform', !shown && '-rotate-90')}
          />
          <span className="shrink-0 text-sm font-medium tabular-nums">{name}</span>
          {!shown && <Brief index={index} weighted={weighted} />}
        </button>
        <Switch label={`${name} is on`} on={enabled.value} onChange={enabled.onChange} />
        <Menu
          trigger={
            <Button size="sm" variant="plain" icon aria-label={`More for step ${index + 1}`}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          }
          items={[
            index > 0 && {
              label: 'Move up',
              icon: ArrowUp,
              onSelect: () => onMove(index - 1, false),
            },
            index < count - 1 && {
              label: 'Move down',
              icon: ArrowDown,
              onSelect: () => onMove(index + 1, false),
            },
            {
              label: 'Duplicate',
              icon: Copy,
              onSelect: () => onDuplicate(getValues(`steps.${index}`)),
            },
            '-',
            { label: 'Remove', icon: Trash2, danger: true, onSelect: onRemove },
          ]}
        />
      </div>
      {shown && (
        <div className="grid gap-4 border-t border-line p-4 md:p-5">
          <Text index={index} />
          <StepLimits index={index} weighted={weighted} />
        </div>
      )}
    </li>
  )
}

/** A folded step: the beginning of its text, and its limits. */
function Brief({ index, weighted }: { index: number; weighted: boolean }) {
  const { control } = useFormContext<CycleForm>()
  const step = useWatch({ control, name: `steps.${index}` })
  // A removed step renders once more.
  if (!step) return null
  const limits = limitWords(step, weighted)
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-3 text-sm text-muted">
      <span dir="auto" className={cn('min-w-0 truncate', !step.enabled && 'line-through')}>
        {textOf(step.says === 'poll' ? step.poll.question : step.text)}
      </span>
      {limits && <span className="shrink-0 text-xs max-sm:hidden">{limits}</span>}
    </span>
  )
}

function Text({ index }: { index: number }) {
  const { control } = useFormContext<CycleForm>()
  const { networks } = useReach(useWatch({ control, name: 'groupIds' }))
  return (
    <ContentPart
      at={`steps.${index}.`}
      label={`Message of step ${index + 1}`}
      rows={4}
      networks={networks}
    />
  )
}
