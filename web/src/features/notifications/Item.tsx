import type { Notification } from '@carillon/contract/notifications'
import { useUser } from '../../api/session/useSession.ts'
import { Link } from '../../app/navigation/Link.tsx'
import { cn } from '../../ui/cn.ts'
import { inLocale } from '../../ui/time/inLocale.ts'
import { Time } from '../../ui/time/Time.tsx'
import { LinkButton, ItemActions } from './ItemActions.tsx'

type ItemProps = {
  item: Notification
  /** Whether its present actions are read; items far down the list only show where they lead. */
  asks: boolean
  onRead: () => void
  /** Called when a link of it is followed. */
  onLeave: () => void
}

/** One notification. Pressing marks it as read and goes where it leads, if it leads anywhere; beside it what mends it. */
export function Item({ item, asks, onRead, onLeave }: ItemProps) {
  const { link, isRead, createdAt, count } = item
  // Only words about the plan have dates of ours; others name what people have written.
  const [title, message] = [item.title, item.message].map(item.kind === 'plan' ? inLocale : String)
  const { timeZone } = useUser()
  const words = (
    <>
      {!isRead && <span className="sr-only">Unread</span>}
      <span className={isRead ? 'text-muted' : 'font-medium'}>{title}</span>
      <span className={cn('text-sm', isRead ? 'text-muted' : 'text-ink')}>{message}</span>
    </>
  )
  const look = "grid gap-0.5 text-left before:absolute before:inset-0 before:content-['']"
  return (
    <li
      className={cn(
        'relative flex items-start gap-3 px-4 py-3 transition-colors',
        (link || !isRead) && 'hover:bg-hover',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'mt-1.5 size-2 shrink-0 rounded-full',
          isRead ? 'bg-line-strong/50' : 'bg-info',
        )}
      />
      <div className="grid flex-1 gap-0.5">
        {link ? (
          <Link
            to={link}
            className={look}
            onClick={() => {
              if (!isRead) onRead()
              onLeave()
            }}
          >
            {words}
          </Link>
        ) : isRead ? (
          <div className="grid gap-0.5">{words}</div>
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
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm text-muted">
            {count > 1 && `${count} times · `}
            <Time at={createdAt} zone={timeZone} as="ago" />
          </span>
          {link && !isSettled(item) && (
            <span
              role="presentation"
              className="relative flex flex-wrap gap-2"
              onClick={({ target }) => {
                if (!isRead) onRead()
                if (target instanceof Element && target.closest('a')) onLeave()
              }}
            >
              {asks ? (
                <ItemActions item={{ ...item, link }} />
              ) : (
                <LinkButton to={link}>Open</LinkButton>
              )}
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

/** Whether it needs nobody any more: the server says so in its first word. */
const isSettled = ({ message }: Notification) => message.startsWith('Settled')
