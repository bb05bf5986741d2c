import type { Send } from '@carillon/contract/calendar'
import type { Aim } from './fold.ts'
import type { RunAct } from '../series/runItems.ts'

/** The actions on a send, in every calendar. */
export type SendAction = RunAct | 'delete'

export type CalendarActions = {
  /** Shows all sends of a day, from what a person wants to see of it. */
  onOpen: (date: string, aim?: Aim) => void
  onAct: (send: Send, act: SendAction) => void
  /** Moves a send to a local time of the shown zone. Returns whether it was moved. */
  moveTo: (send: Send, local: string) => Promise<boolean>
  /** Moves a send as an arrow key does. Returns whether it is such a key. */
  onArrow: (send: Send, key: string) => boolean
}
