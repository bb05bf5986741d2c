import { ArrowDown, ArrowUp, ChevronDown, Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { ContentEditor } from '../../compose/content/ContentEditor.tsx'
import { useReach } from '../../compose/useReach.ts'
import type { CycleForm } from '../form.ts'
import type { StepForm } from '../steps.ts'
import { textOf } from '../words.ts'
import { StepLimits } from './StepLimits.tsx'

type StepCardProps = {
  index: number
  last: boolean
  weighted: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onMove: (by: 1 | -1) => void
  onDuplicate: (step: StepForm) => void
  onRemove: () => void
}

/** One step: what it says, and when it may come. Folded it is one line. */
export function StepCard(props: StepCardProps) {
  const { index, last, weighted, open, onOpen, onMove, onDuplicate, onRemove } = props
  const { control, formState, getValues } = useFormContext<CycleForm>()
  const enabled = useController({ control, name: `steps.${index}.enabled` }).field
  const text = useWatch({ control, name: `steps.${index}.text` })
  const wrong = formState.errors.steps?.[index] !== undefined
  const shown = open || wrong
  const name = `Step ${index + 1}`

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Short cuts for its own buttons.
    <li
      aria-label={name}
      className={cn(
        'rounded-lg border bg-surface shadow-card',
        wrong ? 'border-danger' : 'border-line',
      )}
      onKeyDown={onKeyDown}
      // What was opened by a mistake in it stays open while that is mended.
      onFocus={() => wrong && !open && onOpen(true)}
    >
      <div className="flex items-center gap-1 py-1.5 pr-2 pl-1.5">
        <button
          type="button"
          data-handle
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
          <span
            dir="auto"
            className={cn('min-w-0 truncate text-sm text-muted', !enabled.value && 'line-through')}
          >
            {shown ? '' : textOf(text)}
          </span>
        </button>
        <Switch label={`${name} is on`} on={enabled.value} onChange={enabled.onChange} />
        <span className="ml-1.5 flex">
          <Button
            size="sm"
            variant="plain"
            icon
            aria-label={`Move step ${index + 1} up`}
            aria-disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={16} aria-hidden />
          </Button>
          <Button
            size="sm"
            variant="plain"
            icon
            aria-label={`Move step ${index + 1} down`}
            aria-disabled={last}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </Button>
          <Menu
            trigger={
              <Button size="sm" variant="plain" icon aria-label={`More for step ${index + 1}`}>
                <Ellipsis size={16} aria-hidden />
              </Button>
            }
            items={[
              {
                label: 'Duplicate',
                icon: Copy,
                onSelect: () => onDuplicate(getValues(`steps.${index}`)),
              },
              { label: 'Remove', icon: Trash2, danger: true, onSelect: onRemove },
            ]}
          />
        </span>
      </div>
      {shown && (
        <div className="grid gap-4 border-t border-line p-3 md:p-4">
          <Text index={index} />
          <StepLimits index={index} weighted={weighted} />
        </div>
      )}
    </li>
  )
}

function Text({ index }: { index: number }) {
  const { control } = useFormContext<CycleForm>()
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name: `steps.${index}.text` })
  const { networks } = useReach(useWatch({ control, name: 'groupIds' }))
  return (
    <ContentEditor
      ref={ref}
      label={`Message of step ${index + 1}`}
      rows={4}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      problem={fieldState.error?.message}
      networks={networks}
    />
  )
}
