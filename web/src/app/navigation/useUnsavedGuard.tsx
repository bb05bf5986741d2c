import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { paths } from '../paths.ts'
import { browserHistory } from './browserHistory.ts'
import { useBlocker } from './useBlocker.ts'

/**
 * Asks before changes are left behind. `letGo` lets the next navigation pass, after they were saved. Who keeps
 * them on the device gives `onLeave`, which is called when somebody leaves without them and returns what to do
 * once the page is left; on the way to the prices,
 * which lead back to this page, they stay kept and nobody is asked.
 */
export function useUnsavedGuard(dirty: boolean, onLeave?: () => (() => void) | undefined) {
  const { pathname } = useLocation()
  const free = useRef(false)
  const onLeft = useRef<() => void>(undefined)
  const isKept = onLeave !== undefined
  const { blocked, stay, leave } = useBlocker(
    useCallback(
      (to: string) => {
        // While the next page loads, this page is still shown: Back leads to it and leaves nothing.
        const isHere = browserHistory.present().location.pathname === pathname
        return dirty && isHere && !free.current && !(isKept && to === paths.pricing)
      },
      [dirty, isKept, pathname],
    ),
  )

  useEffect(() => {
    if (!dirty) return
    // Saved or let go before; this is newer.
    free.current = false
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  useEffect(() => {
    const stop = browserHistory.listen(({ location }) => {
      if (location.pathname === pathname) onLeft.current = undefined
    })
    return () => {
      stop()
      onLeft.current?.()
    }
  }, [pathname])

  const letGo = useCallback(() => {
    free.current = true
  }, [])

  return {
    letGo,
    dialog: (words = UNSAVED) => (
      <Dialog
        open={blocked}
        onOpenChange={(open) => !open && stay()}
        {...words}
        actions={
          <>
            <Button onClick={stay}>Stay</Button>
            <Button
              variant="danger"
              onClick={() => {
                onLeft.current = onLeave?.()
                leave()
              }}
            >
              Leave
            </Button>
          </>
        }
      />
    ),
  }
}

/** The question to a person who leaves. */
type Words = { title: string; description: string }

const UNSAVED: Words = {
  title: 'Leave without saving?',
  description: 'What you changed on this page will be lost.',
}
