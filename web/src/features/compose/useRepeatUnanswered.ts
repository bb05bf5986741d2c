import { useEffect, useRef } from 'react'
import { type AttemptStorage, pressToRepeat } from './creation.ts'

/**
 * After a reload, repeats once the button press whose answer was lost. It is the same form, from which the server creates
 * only one thing.
 */
export function useRepeatUnanswered(
  unanswered: AttemptStorage,
  presses: Record<string, () => void>,
) {
  const isChecked = useRef(false)
  useEffect(() => {
    if (isChecked.current) return
    isChecked.current = true
    const press = pressToRepeat(unanswered)
    if (press) presses[press]?.()
  }, [unanswered, presses])
}
