import { NotThereYet } from './NotThereYet.tsx'

export function Component() {
  return (
    <NotThereYet title="Cycles">
      A cycle will send several messages in turn on one timetable. Until then, messages can be
      scheduled one at a time.
    </NotThereYet>
  )
}
