import type { Send } from '@carillon/contract/calendar'
import type { RunAct } from '../series/runItems.ts'

/** What can be done with a send, wherever a calendar shows it. */
export type SendAction = RunAct | 'delete'

export type CalendarActions = {
  /** Shows all of a day. */
  onOpen: (date: string) => void
  onAct: (send: Send, act: SendAction) => void
  /** Moves a send to a wall time of the shown zone. Returns whether it was moved. */
  moveTo: (send: Send, local: string) => Promise<boolean>
}
