import type { Notification } from '@carillon/contract/notifications'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { cn } from '../../ui/cn.ts'
import { Time } from '../../ui/time/Time.tsx'

type ItemProps = {
  item: Notification
  onRead: () => void
  /** Called when its link is followed. */
  onLeave: () => void
}

/** One notification. Pressing marks it as read and goes where it leads, if it leads anywhere. */
export function Item({ item, onRead, onLeave }: ItemProps) {
  const look = cn(
    'flex w-full items-start gap-3 px-4 py-3 text-left transition-colors focus-visible:-outline-offset-2',
    !item.isRead && 'bg-accent-soft/50',
    (item.link || !item.isRead) && 'hover:bg-hover',
  )
  const words = <Words item={item} />
  if (item.link) {
    return (
      <li>
        <Link
          to={item.link}
          className={look}
          onClick={() => {
            if (!item.isRead) onRead()
            onLeave()
          }}
        >
          {words}
        </Link>
      </li>
    )
  }
  return (
    <li>
      {item.isRead ? (
        <div className={look}>{words}</div>
      ) : (
        <button
          type="button"
          className={look}
          onClick={(event) => {
            // What was read cannot be pressed any more; the list keeps the focus.
            event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
            onRead()
          }}
        >
          {words}
        </button>
      )}
    </li>
  )
}

function Words({ item: { title, message, isRead, createdAt, count } }: { item: Notification }) {
  const { timeZone } = useUser()
  return (
    <>
      <span
        className={cn(
          'mt-1.5 size-2 shrink-0 rounded-full',
          isRead ? 'bg-line-strong/50' : 'bg-accent-text',
        )}
      >
        {!isRead && <span className="sr-only">Unread</span>}
      </span>
      <span className="grid flex-1 gap-0.5">
        <span className={isRead ? 'text-muted' : 'font-medium'}>{title}</span>
        <span className={cn('text-sm', isRead ? 'text-muted' : 'text-ink')}>{message}</span>
        <span className="text-sm text-muted">
          {count > 1 && `${count} times · `}
          <Time at={createdAt} zone={timeZone} as="ago" />
        </span>
      </span>
    </>
  )
}
