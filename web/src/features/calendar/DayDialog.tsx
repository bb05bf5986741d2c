import { CALENDAR_ONE_DAY_MAX, CALENDAR_WHOLE_DAY_MAX } from '@carillon/contract/calendar'
import { useState } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { paths } from '../../app/paths.ts'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { withCommas } from '../../ui/words.ts'
import { useUser } from '../../api/session/useSession.ts'
import type { CalendarActions } from './actions.ts'
import { DayLines } from './DayLines.tsx'
import { dayWords } from './days.ts'
import type { Narrowing } from './filters.ts'
import type { Aim } from './fold.ts'
import type { CalendarDay } from './move.ts'
import { useCalendar } from './queries.ts'
import { countWords, dayCountWords } from './words.ts'

type DayDialogProps = {
  /** The day that is open; undefined while the dialog is closed. */
  day: CalendarDay | undefined
  /** What of it is shown first; its series is marked. */
  aim: Aim | undefined
  /** The filters of the calendar. */
  only: Narrowing
  onClose: () => void
  onAct: CalendarActions['onAct']
}

/** All sends of a day. */
export function DayDialog({ day, aim, only, onClose, onAct }: DayDialogProps) {
  const { timeZone } = useUser()
  // It keeps its content while it closes.
  const [last, setLast] = useState(day)
  if (day && day !== last) setLast(day)
  const [asked, setAsked] = useState({ date: '', most: CALENDAR_ONE_DAY_MAX })
  const opened = day ?? last
  // A day of a month or a week has its first sends only.
  const isCut = opened !== undefined && opened.count > opened.sends.length
  const date = opened?.date ?? ''
  // What a person wants to see is among all that can be listed.
  const first = aim ? CALENDAR_WHOLE_DAY_MAX : CALENDAR_ONE_DAY_MAX
  const most = asked.date === date ? Math.max(asked.most, first) : first
  const whole = useCalendar(date, date, timeZone, only, { enabled: isCut, most })
  if (!opened) return null
  const shown = (isCut && whole.data?.days.find(({ date }) => date === opened.date)) || opened
  const more = shown.count - shown.sends.length
  const canAsk = isCut && most < CALENDAR_WHOLE_DAY_MAX
  return (
    <Dialog
      open={day !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={dayWords(shown.date)}
      description={
        shown.count === 0
          ? 'Nothing is sent on this day.'
          : more > 0
            ? `${countWords(shown)}; here are ${withCommas(shown.sends.length)} of them.${canAsk ? '' : ' Filters show others.'}`
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
            <DayLines
              sends={shown.sends}
              aim={aim}
              isWhole={!isCut || shown !== opened}
              onAct={(of, act) => {
                onClose()
                onAct(of, act)
              }}
            />
            {more > 0 && canAsk && (
              <div className="py-3 text-center">
                <Button
                  size="sm"
                  loading={whole.isFetching}
                  onClick={() => setAsked({ date, most: most + CALENDAR_ONE_DAY_MAX })}
                >
                  Show more
                </Button>
              </div>
            )}
          </ScrollArea>
        </div>
      )}
    </Dialog>
  )
}
