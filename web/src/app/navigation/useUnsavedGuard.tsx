import { useCallback, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useBlocker } from './useBlocker.ts'

/**
 * Asks before changes are left behind. `letGo` lets the next navigation pass, after they were saved;
 * `onLeave` is told that somebody leaves without.
 */
export function useUnsavedGuard(dirty: boolean, onLeave?: () => void) {
  const free = useRef(false)
  const { blocked, stay, leave } = useBlocker(useCallback(() => dirty && !free.current, [dirty]))

  useEffect(() => {
    if (!dirty) return
    // Saved or let go before; this is newer.
    free.current = false
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])

  const letGo = useCallback(() => {
    free.current = true
  }, [])

  return {
    letGo,
    /** `underWay`: it is being saved, which goes on without the page. */
    dialog: (underWay = false) => (
      <Dialog
        open={blocked}
        onOpenChange={(open) => !open && stay()}
        title={underWay ? 'Leave this page?' : 'Leave without saving?'}
        description={underWay ? UNDER_WAY : 'What you changed on this page will be lost.'}
        actions={
          <>
            <Button onClick={stay}>Stay</Button>
            <Button
              variant="danger"
              onClick={() => {
                onLeave?.()
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

const UNDER_WAY =
  'What you pressed is not answered yet. It goes on by itself, and you are told what became of it. What you changed since then will be lost.'
