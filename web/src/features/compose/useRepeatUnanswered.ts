import { useEffect, useRef } from 'react'
import { type AttemptStorage, pressToRepeat } from './creation.ts'

/**
 * After a reload, repeats once the button press whose answer was lost, as soon as this tab has the form for itself. It is
 * the same form, from which the server creates only one thing.
 */
export function useRepeatUnanswered(
  { unanswered, isHeld }: { unanswered: AttemptStorage; isHeld: boolean },
  presses: Record<string, () => void>,
) {
  const isChecked = useRef(false)
  useEffect(() => {
    if (isChecked.current || !isHeld) return
    isChecked.current = true
    const press = pressToRepeat(unanswered)
    if (press) presses[press]?.()
  }, [unanswered, isHeld, presses])
}

/** The question when a person leaves a form while it is being saved. Saving continues without the page. */
export const LEAVE_WHILE_SAVING = {
  title: 'Leave this page?',
  description:
    'What you pressed is not answered yet. It goes on by itself, and you are told what became of it. What you changed since then is not saved, but kept on this device.',
}
