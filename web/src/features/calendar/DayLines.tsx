import type { Send } from '@carillon/contract/calendar'
import { useEffect, useRef } from 'react'
import type { CalendarActions } from './actions.ts'
import { aimedAt, type Aim } from './fold.ts'
import { SendLine } from './SendLine.tsx'
import { sendKey } from './sends.ts'

type DayLinesProps = Pick<CalendarActions, 'onAct'> & {
  sends: readonly Send[]
  aim: Aim | undefined
  /** Whether all sends are loaded, so that what is aimed at is among them. */
  isWhole: boolean
}

/** The sends of a day in the dialog of the day. It begins where a person wants to see it. */
export function DayLines({ sends, aim, isWhole, onAct }: DayLinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const aimed = aim && aimedAt(sends, aim)
  useEffect(() => {
    if (!aim || !isWhole) return
    const name = list.current?.querySelector<HTMLElement>('[data-autofocus]')
    name?.scrollIntoView({ block: 'center' })
    // What is loaded later takes the focus over; at first the dialog gives it to the name.
    if (name?.closest('[role=dialog]')?.contains(document.activeElement)) {
      name.focus({ preventScroll: true })
    }
    // Later changes of the sends scroll nothing.
  }, [aim, isWhole])
  return (
    <ul ref={list}>
      {sends.map((send) => (
        <SendLine
          key={sendKey(send)}
          send={send}
          onAct={onAct}
          isMarked={send.sourceId === aim?.sourceId}
          isFirst={send === aimed}
        />
      ))}
    </ul>
  )
}
