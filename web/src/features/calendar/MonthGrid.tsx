import type { CalendarActions } from './actions.ts'
import { DayCell, type DayCellProps } from './DayCell.tsx'
import { Dragging, useDropTarget } from './Dragging.tsx'
import { Grid } from './Grid.tsx'
import type { CalendarSheet } from './sheet.ts'
import { beginOn } from './slots.ts'
import { SendChip } from './SendChip.tsx'

type MonthGridProps = CalendarSheet &
  CalendarActions & {
    stale: boolean
    /** The present local time. */
    now: string
  }

/** A month as a grid. Coming sends can be dragged to another day. */
export function MonthGrid({
  weeks,
  byDate,
  today,
  month,
  now,
  stale,
  onOpen,
  onAct,
  moveTo,
  onArrow,
}: MonthGridProps) {
  return (
    <Dragging moveTo={moveTo}>
      <Grid
        weeks={weeks}
        stale={stale}
        renderDay={(date) => (
          <DropCell
            key={date}
            date={date}
            day={byDate.get(date)}
            today={today}
            month={month}
            beginAt={beginOn(date, now)}
            onOpen={onOpen}
            renderSend={(send) => <SendChip send={send} onAct={onAct} onArrow={onArrow} />}
          />
        )}
      />
    </Dragging>
  )
}

function DropCell(props: DayCellProps) {
  const { ref, over } = useDropTarget(props.date, props.date < props.today)
  return <DayCell {...props} ref={ref} over={over} />
}
