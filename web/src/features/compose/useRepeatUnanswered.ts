import { useEffect, useRef } from 'react'
import { type AttemptStorage, pressToRepeat } from './creation.ts'

/**
 * Sends a save again after a reload, if its answer was lost. This is done once. The form is the same, so the server
 * creates only one thing.
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
