import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Location, useLocation } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { paths } from '../paths.ts'
import { browserHistory } from './browserHistory.ts'
import { useBlocker } from './useBlocker.ts'

type Copy = {
  /** Whether a press is being saved, or got no answer: then the changes stay on the device, as it may be refused. */
  press: () => 'saving' | 'unanswered' | undefined
  /** Called once the page is left: the changes stay, or nobody wants them. */
  onLeft: (areKept: boolean) => void
}

/** A way to save before the page is left. `run` calls `leave` once all is saved; if it is refused, the page stays. */
export type SaveAndLeave = { label: string; run: (leave: () => void) => void }

/**
 * Asks before changes are left behind. `letGo` lets the next navigation pass, after they were saved. Who keeps
 * them on the device gives that `copy`, which is told once the page is left; on the way to the prices,
 * which lead back to this page, they stay kept and nobody is asked.
 */
export function useUnsavedGuard(dirty: boolean, copy?: Copy) {
  const { pathname } = useLocation()
  const free = useRef(false)
  const onLeft = useRef<() => void>(undefined)
  // What a person is told when they are asked stays true until they have answered.
  const [pressed, setPressed] = useState<ReturnType<Copy['press']>>()
  const [signsOut, setSignsOut] = useState(false)
  const press = copy?.press
  const isKept = copy !== undefined
  const { blocked, stay, leave, take } = useBlocker(
    useCallback(
      (to: Location) => {
        // While the next page loads, this page is still shown: Back leads to it and leaves nothing.
        const isHere = browserHistory.present().location.pathname === pathname
        return dirty && isHere && !free.current && !(isKept && to.pathname === paths.pricing)
      },
      [dirty, isKept, pathname],
    ),
    useCallback(
      (to: Location) => {
        setPressed(press?.())
        // As `useSignOut` navigates.
        setSignsOut(isKept && to.state?.signOut === true)
      },
      [press, isKept],
    ),
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
        {...(signsOut ? signOutQuestions : questions)[pressed ?? 'unsaved']}
        actions={
          <>
            <Button onClick={stay}>Stay</Button>
            <Button
              variant="danger"
              onClick={() => {
                onLeft.current = () => copy?.onLeft((pressed ?? press?.()) !== undefined)
                leave()
              }}
            >
              Leave
            </Button>
            {save && pressed !== 'saving' && (
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

const questions = {
  unsaved: {
    title: 'Leave without saving?',
    description: 'What you changed on this page will be lost.',
  },
  /** Saving continues without the page. */
  saving: {
    title: 'Leave this page?',
    description:
      'What you pressed is not answered yet. It goes on by itself, and you are told what became of it. What you changed since then is not saved, but kept on this device.',
  },
  unanswered: {
    title: 'Leave this page?',
    description:
      'No answer came when you saved it, so it may be saved or sent. What stands here is kept on this device.',
  },
}

const signOutUnanswered = {
  title: 'Sign out now?',
  description:
    'What you pressed is not answered yet: it may be saved or sent, or not. If you sign out it is not tried again, and what stands here is removed from this device.',
}

/** Signing out removes all forms from this device. Whether the server still deletes its copy is not known. */
const signOutQuestions = {
  unsaved: {
    title: 'Sign out without saving?',
    description:
      'What you typed is removed from this device. Your account may still have it: then it is offered when you sign in again.',
  },
  saving: signOutUnanswered,
  unanswered: signOutUnanswered,
} satisfies typeof questions
