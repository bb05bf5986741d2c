import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { paths } from '../paths.ts'
import { browserHistory } from './browserHistory.ts'
import { useBlocker } from './useBlocker.ts'

type Copy = {
  /** Whether the changes are being saved: then they stay on the device, because they may be refused. */
  isSaving: () => boolean
  forget: () => void
}

/** A way to save before the page is left. `run` calls `leave` once all is saved; if it is refused, the page stays. */
export type SaveAndLeave = { label: string; run: (leave: () => void) => void }

/**
 * Asks before changes are left behind. `letGo` lets the next navigation pass, after they were saved. Who keeps
 * them on the device gives that `copy`, which is forgotten once the page is left without them; on the way to the prices,
 * which lead back to this page, they stay kept and nobody is asked.
 */
export function useUnsavedGuard(dirty: boolean, copy?: Copy) {
  const { pathname } = useLocation()
  const free = useRef(false)
  const onLeft = useRef<() => void>(undefined)
  // What a person is told when they are asked stays true until they have answered.
  const [wasSaving, setWasSaving] = useState(false)
  const isSaving = copy?.isSaving
  const isKept = copy !== undefined
  const { blocked, stay, leave, take } = useBlocker(
    useCallback(
      (to: string) => {
        // While the next page loads, this page is still shown: Back leads to it and leaves nothing.
        const isHere = browserHistory.present().location.pathname === pathname
        return dirty && isHere && !free.current && !(isKept && to === paths.pricing)
      },
      [dirty, isKept, pathname],
    ),
    useCallback(() => setWasSaving(isSaving?.() ?? false), [isSaving]),
  )

  useEffect(() => {
    // All is saved by now.
    if (blocked && !dirty) leave()
  })

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
    /** The question; `save` offers to save first. */
    dialog: (save?: SaveAndLeave) => (
      <Dialog
        open={blocked}
        onOpenChange={(open) => !open && stay()}
        {...(wasSaving ? WHILE_SAVING : UNSAVED)}
        actions={
          <>
            <Button onClick={stay}>Stay</Button>
            <Button
              variant="danger"
              onClick={() => {
                onLeft.current = () => {
                  if (!wasSaving && !isSaving?.()) copy?.forget()
                }
                leave()
              }}
            >
              Leave
            </Button>
            {save && !wasSaving && (
              <Button
                variant="primary"
                onClick={() => {
                  // Closed first: a refusal is shown on the page, and the focus goes to its field.
                  let leave: (() => void) | undefined
                  flushSync(() => (leave = take()))
                  save.run(() => leave?.())
                }}
              >
                {save.label}
              </Button>
            )}
          </>
        }
      />
    ),
  }
}

const UNSAVED = {
  title: 'Leave without saving?',
  description: 'What you changed on this page will be lost.',
}

/** The question when a person leaves a form while it is being saved. Saving continues without the page. */
const WHILE_SAVING = {
  title: 'Leave this page?',
  description:
    'What you pressed is not answered yet. It goes on by itself, and you are told what became of it. What you changed since then is not saved, but kept on this device.',
}
