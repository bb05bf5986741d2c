import { NotThereYet } from './NotThereYet.tsx'

export function Component() {
  return (
    <NotThereYet title="New cycle">
      Here you will put several messages in order and give them one timetable. Until then, messages
      can be scheduled one at a time.
    </NotThereYet>
  )
}
