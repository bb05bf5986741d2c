import { CalendarClock, CalendarX2, PenLine, Undo2 } from 'lucide-react'
import type { MenuEntry } from '../../ui/Menu.tsx'
import type { RunChange } from './RunDialog.tsx'

/** What can be done about a run, wherever it is shown. */
export type RunAct = RunChange | 'skip' | 'restore'

/** The lines of a menu for a run to come; `changed` is what makes it differ from its series. */
export const runItems = (
  changed: 'moved' | 'content' | 'skipped' | undefined,
  onAct: (act: RunAct) => void,
  { ends = true }: { /** Whether the series can be ended there. */ ends?: boolean } = {},
): (MenuEntry | '-' | false)[] => [
  changed !== 'skipped' && {
    label: 'Skip this one',
    icon: CalendarX2,
    onSelect: () => onAct('skip'),
  },
  changed !== 'skipped' && {
    label: 'Move…',
    icon: CalendarClock,
    onSelect: () => onAct('move'),
  },
  changed !== 'skipped' && {
    label: 'Edit text…',
    icon: PenLine,
    onSelect: () => onAct('reword'),
  },
  changed !== undefined && {
    label: 'Undo change',
    icon: Undo2,
    onSelect: () => onAct('restore'),
  },
  ends && '-',
  ends && {
    label: 'End the series here…',
    icon: CalendarX2,
    danger: true,
    onSelect: () => onAct('end'),
  },
]

/** What is said once a run is changed at once. */
export const actWords = { skip: 'This run is skipped', restore: 'This run is as planned again' }
