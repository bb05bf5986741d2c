import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { Router } from 'react-router'
import { browserHistory } from './browserHistory.ts'
import type { Entry } from './history.ts'
import { Pending } from './pending.ts'
import { scrollBack } from './scroll.ts'
import { targetOf } from './target.ts'

/** The router. The present page stays until the next one can be shown. */
export function Navigation({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState(browserHistory.present)
  const [pending, startTransition] = useTransition()
  useLayoutEffect(
    () => browserHistory.listen((next) => startTransition(() => setEntry(next))),
    [startTransition],
  )
  useScroll(entry)
  return (
    <Pending value={pending}>
      <Router
        location={entry.location}
        navigationType={entry.action}
        navigator={browserHistory.navigator}
      >
        {children}
      </Router>
    </Pending>
  )
}

/** Scrolls to the top of a new page, or to the former position of a page that a person returns to. */
function useScroll({ location, scrollTo }: Entry) {
  useLayoutEffect(() => {
    const target = targetOf(location.hash)
    if (scrollTo) return scrollBack(scrollTo)
    if (target) target.scrollIntoView()
    else if (scrollTo !== undefined) window.scrollTo(0, scrollTo)
  }, [location, scrollTo])
}
