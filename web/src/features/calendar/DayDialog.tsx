import { useState } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { useUser } from '../../api/session/useSession.ts'
import type { CalendarActions } from './actions.ts'
import { dayWords } from './days.ts'
import type { Narrowing } from './filters.ts'
import type { CalendarDay } from './move.ts'
import { useCalendar } from './queries.ts'
import { sendKey } from './sends.ts'
import { countWords, dayCountWords } from './words.ts'
import { SendLine } from './SendLine.tsx'

type DayDialogProps = {
  /** The day that is open; undefined while the dialog is closed. */
  day: CalendarDay | undefined
  /** The filters of the calendar. */
  only: Narrowing
  onClose: () => void
  onAct: CalendarActions['onAct']
}

/** All sends of a day. */
export function DayDialog({ day, only, onClose, onAct }: DayDialogProps) {
  const { timeZone } = useUser()
  // It keeps its content while it closes.
  const [last, setLast] = useState(day)
  if (day && day !== last) setLast(day)
  const opened = day ?? last
  // A day of a month or a week has its first sends only.
  const isCut = opened !== undefined && opened.count > opened.sends.length
  const whole = useCalendar(opened?.date ?? '', opened?.date ?? '', timeZone, only, isCut)
  if (!opened) return null
  const shown = (isCut && whole.data?.days.find(({ date }) => date === opened.date)) || opened
  const more = shown.count - shown.sends.length
  return (
    <Dialog
      open={day !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={dayWords(shown.date)}
      description={
        shown.count === 0
          ? 'Nothing is sent on this day.'
          : more > 0
            ? `${countWords(shown)}; here are ${shown.sends.length} of them. Filters show others.`
            : `${dayCountWords(shown)}.`
      }
      actions={
        <Link to={`${paths.newMessage}?at=${shown.date}T09:00`} className={buttonClasses()}>
          New message
        </Link>
      }
    >
      {shown.sends.length > 0 && (
        <div className="-mx-4">
          <ScrollArea maxHeight="55dvh" label="Sends" contentFocusable>
            <ul>
              {shown.sends.map((send) => (
                <SendLine
                  key={sendKey(send)}
                  send={send}
                  onAct={(of, act) => {
                    onClose()
                    onAct(of, act)
                  }}
                />
              ))}
            </ul>
          </ScrollArea>
        </div>
      )}
    </Dialog>
  )
}
