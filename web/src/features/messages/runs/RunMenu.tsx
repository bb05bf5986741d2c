import type { Run } from '@carillon/contract/messages'
import { CalendarClock, CalendarX2, ChevronDown, Clock, Moon, PenLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../../api/session/useSession.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { exactTime } from '../../../ui/time/words.ts'
import { Time } from '../../../ui/time/Time.tsx'
import { quietWords } from '../../groups/words.ts'
import type { ToldMessage } from '../cache.ts'
import { RunDialog, type RunChange } from './RunDialog.tsx'
import { useSlot } from './useSlot.ts'

type RunMenuProps = { message: ToldMessage; run: Run; first: boolean }

/** A run to come, with what can be done about it alone or about it and all later ones. */
export function RunMenu({ message, run, first }: RunMenuProps) {
  const { timeZone } = useUser()
  const { change } = useSlot(message)
  const [dialog, setDialog] = useState<RunChange>()
  const { slotAt, at, mark, changed, quiet } = run
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Run of ${exactTime(at, timeZone)}`}
            title={quiet && quietWords(quiet, timeZone)}
            className="group flex items-center gap-1.5 rounded-md px-1.5 text-left hover:bg-hover"
          >
            <Time
              at={at}
              zone={timeZone}
              as="short"
              className={first ? 'font-medium' : 'text-muted'}
            />
            {changed && (
              <span className="text-xs text-accent-text">
                {changed === 'moved' ? 'moved' : 'other words'}
              </span>
            )}
            {quiet && (
              <Moon size={12} aria-label={quietWords(quiet, timeZone)} className="text-muted" />
            )}
            {mark && <Clock size={12} aria-label="The clocks change" className="text-warn" />}
            <ChevronDown
              size={12}
              aria-hidden
              className="text-muted opacity-60 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          </button>
        }
        items={[
          {
            label: 'Skip this one',
            icon: CalendarX2,
            onSelect: () => void change(slotAt, { skip: true }, 'This run is skipped'),
          },
          { label: 'Move…', icon: CalendarClock, onSelect: () => setDialog('move') },
          { label: 'Other words…', icon: PenLine, onSelect: () => setDialog('words') },
          '-',
          changed !== undefined && {
            label: 'Put it back',
            icon: Undo2,
            onSelect: () => void change(slotAt, { restore: true }, 'This run is as planned again'),
          },
          {
            label: 'End the series here…',
            icon: CalendarX2,
            danger: true,
            onSelect: () => setDialog('end'),
          },
        ]}
      />
      {dialog && (
        <RunDialog
          message={message}
          run={run}
          change={dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
