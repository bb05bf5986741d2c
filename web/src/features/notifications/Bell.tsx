import { Bell as BellIcon } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { useIdle } from '../../ui/idle.ts'
import { Popover } from '../../ui/Popover.tsx'
import { unreadIn } from './list.ts'
import { Panel } from './Panel.tsx'
import { useNotifications } from './queries.ts'

/** The most that the badge counts to. */
const COUNTED_MAX = 9

/** How many notifications are unread, and behind a press, in a panel 20 rem wide, what they say. */
export function Bell() {
  // What the page itself shows comes first.
  const { data } = useNotifications(useIdle())
  const unread = data ? unreadIn(data) : 0
  return (
    <Popover
      label="Notifications"
      className="w-80"
      trigger={
        <Button variant="plain" icon>
          <BellIcon size={20} aria-hidden />
          <span className="sr-only">Notifications</span>
          {unread > 0 && (
            <span
              data-figures
              className="absolute -top-0.5 -right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[0.625rem] leading-none font-semibold text-danger-ink ring-2 ring-canvas"
            >
              {unread > COUNTED_MAX ? `${COUNTED_MAX}+` : unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </Button>
      }
    >
      {(close) => <Panel close={close} />}
    </Popover>
  )
}
