import { useEffect, useRef } from 'react'
import { type KeptTry, pressToRepeat } from './creation.ts'

/**
 * Presses again, by itself and once, what was pressed before the page was loaded anew and got no answer: it is the same
 * try, so nothing is done twice.
 */
export function useGoOn(unanswered: KeptTry, presses: Record<string, () => void>) {
  const looked = useRef(false)
  useEffect(() => {
    if (looked.current) return
    looked.current = true
    const press = pressToRepeat(unanswered)
    if (press) presses[press]?.()
  }, [unanswered, presses])
}

/** Asked of who leaves a form while it is being saved, which goes on without its page. */
export const UNDER_WAY = {
  title: 'Leave this page?',
  description:
    'What you pressed is not answered yet. It goes on by itself, and you are told what became of it. What you changed since then will be lost.',
}
