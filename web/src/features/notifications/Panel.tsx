import { BellOff, CheckCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorWords } from '../../api/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { ScrollArea } from '../../ui/ScrollArea.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { Item } from './Item.tsx'
import { notificationsIn, unreadIn } from './list.ts'
import { useNotifications } from './queries.ts'
import { withErrorToast, useBellActions } from './useBellActions.ts'

/** Of so many items it is looked up what can be done about them. */
const ASKED_MAX = 8

/** The list behind the bell; `close` closes it. */
export function Panel({ close }: { close: () => void }) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications()
  const { markRead } = useBellActions()
  const items = data ? notificationsIn(data) : []
  return (
    <>
      <Head unread={data ? unreadIn(data) : 0} any={items.length > 0} />
      <ScrollArea height="var(--list, 300px)" maxHeight="var(--list-most)" label="Notifications">
        {isPending && (
          <Middle>
            <Spinner label="Loading notifications" />
          </Middle>
        )}
        {error && <Failure alone={items.length === 0} error={error} retry={() => void refetch()} />}
        {data && items.length === 0 && !error && (
          <Middle>
            <BellOff size={22} strokeWidth={1.75} aria-hidden />
            <p>No notifications</p>
          </Middle>
        )}
        {items.length > 0 && (
          <ul className="divide-y divide-line">
            {items.map((item, index) => (
              <Item
                key={item._id}
                item={item}
                asks={index < ASKED_MAX}
                onRead={() => withErrorToast(markRead(item._id), 'It could not be marked as read')}
                onLeave={close}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="grid border-t border-line p-2">
            <Button
              variant="plain"
              size="sm"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </Button>
          </div>
        )}
      </ScrollArea>
    </>
  )
}

function Head({ unread, any }: { unread: number; any: boolean }) {
  const { markAllRead, clearAll } = useBellActions()
  return (
    <div className="flex h-11 items-center gap-1 border-b border-line pr-1.5 pl-4">
      <h2 className="mr-auto font-semibold">Notifications</h2>
      {unread > 0 && (
        <IconButton
          icon={CheckCheck}
          label="Mark all as read"
          onClick={() => withErrorToast(markAllRead(), 'They could not be marked as read')}
        />
      )}
      {any && (
        <IconButton
          icon={Trash2}
          label="Clear all notifications"
          onClick={() => withErrorToast(clearAll(), 'They could not be cleared')}
        />
      )}
    </div>
  )
}

function IconButton({ icon: Icon, label, onClick }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        variant="plain"
        size="sm"
        icon
        aria-label={label}
        onClick={(event) => {
          // This button goes away with what it did; the panel keeps the focus.
          event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus()
          onClick()
        }}
      >
        <Icon size={16} aria-hidden />
      </Button>
    </Tooltip>
  )
}

type IconButtonProps = { icon: typeof Trash2; label: string; onClick: () => void }

function Failure({ alone, error, retry }: { alone: boolean; error: Error; retry: () => void }) {
  const words = (
    <div role="alert" className={alone ? 'grid gap-1' : 'mr-auto'}>
      <p className={alone ? 'font-medium text-ink' : 'text-sm'}>Failed to fetch notifications</p>
      {alone && <p className="text-sm">{errorWords(error)}</p>}
    </div>
  )
  const again = (
    <Button size="sm" onClick={retry}>
      Retry
    </Button>
  )
  if (!alone) {
    return (
      <div className="flex items-center gap-3 border-b border-line px-4 py-2 text-muted">
        {words}
        {again}
      </div>
    )
  }
  return (
    <Middle>
      {words}
      {again}
    </Middle>
  )
}

function Middle({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-[300px] place-content-center justify-items-center gap-2.5 px-6 text-center text-muted">
      {children}
    </div>
  )
}
