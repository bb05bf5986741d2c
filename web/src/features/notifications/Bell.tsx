import { Bell as BellIcon } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { countInWindowName } from '../../app/windowName.ts'
import { Button } from '../../ui/Button.tsx'
import { useIdle } from '../../ui/idle.ts'
import { lazyComponent } from '../../ui/lazy.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { unreadIn } from './list.ts'
import { useNotifications } from './queries.ts'

/** The list behind it is there before anybody can have pressed the bell: it comes with the first they do on the page. */
const Panel = lazyComponent(async () => (await import('./Panel.tsx')).Panel)

/** The most that the badge counts to. */
const COUNTED_MAX = 9

/** How many notifications are unread, and behind a press, in a panel 20 rem wide, what they say. */
export function Bell() {
  // What the page itself shows comes first.
  const { data } = useNotifications(useIdle())
  const unread = data ? unreadIn(data) : 0
  useEffect(() => {
    const listening = new AbortController()
    for (const kind of ['pointermove', 'pointerdown', 'keydown']) {
      addEventListener(kind, Panel.fetch, { once: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
  useEffect(() => {
    countInWindowName(unread)
    return () => countInWindowName(0)
  }, [unread])
  return (
    <Popover
      label="Notifications"
      // On a phone as high as what it lists, as far as there is room.
      className="w-80 max-sm:[--list-most:calc(100dvh-9rem)] max-sm:[--list:auto]"
      trigger={
        <Button variant="plain" icon>
          {/* Not at the corner of the button, which is larger than the icon, and larger still for fingers. */}
          <span className="relative">
            <BellIcon size={20} aria-hidden />
            <span className="sr-only">Notifications</span>
            {unread > 0 && (
              <span
                data-tabular
                className="absolute -top-2 left-2.5 grid h-4 w-max min-w-4 place-items-center rounded-full bg-danger px-1 text-[0.625rem] leading-none font-semibold text-danger-ink ring-2 ring-canvas"
              >
                {unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
        </Button>
      }
    >
      {(close) => (
        <Suspense
          fallback={
            <div className="grid h-[300px] place-content-center">
              <Spinner label="Loading notifications" />
            </div>
          }
        >
          <Panel close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
