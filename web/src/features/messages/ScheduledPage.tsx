import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { prefetching } from '../../app/pages.ts'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Boundary } from '../../ui/Boundary.tsx'
import { Button, buttonClasses } from '../../ui/Button.tsx'
import { LoadingGrid } from '../calendar/LoadingGrid.tsx'
import { viewIn } from '../calendar/view.ts'
import { ViewSwitch } from '../calendar/ViewSwitch.tsx'
import { orderIn } from './list/order.ts'
import { OrderFields } from './list/OrderFields.tsx'
import { MessageList } from './list/MessageList.tsx'
import { SearchField } from './list/SearchField.tsx'
import { Tabs } from './list/Tabs.tsx'
import { tabIn } from './tabs.ts'

const CalendarView = lazy(() => import('../calendar/CalendarView.tsx'))

/**
 * The list of scheduled messages by tab (upcoming, sent, failed, drafts), or the calendar of all sends. The
 * URL contains the choice.
 */
export function Component() {
  const [search] = useSearchParams()
  const tab = tabIn(search)
  const q = search.get('q') ?? ''
  const narrowed = orderIn(search)
  const view = viewIn(search)
  return (
    <Page
      title="Scheduled Messages"
      width="wide"
      actions={
        <>
          <ViewSwitch view={view} />
          <Link
            to={paths.newMessage}
            className={buttonClasses({ variant: 'primary' })}
            {...prefetching(paths.newMessage)}
          >
            <Plus size={16} aria-hidden />
            <span>
              New<span className="max-sm:sr-only"> message</span>
            </span>
          </Link>
        </>
      }
    >
      {view === 'list' && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Tabs tab={tab} />
          <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:grow max-sm:*:basis-36 sm:flex-nowrap [&>:last-child]:max-sm:basis-full">
            <OrderFields {...narrowed} ordered={tab === 'upcoming' || tab === 'attention'} />
            <SearchField q={q} />
          </div>
        </div>
      )}
      {view === 'list' ? (
        <MessageList tab={tab} q={q} {...narrowed} />
      ) : (
        <Boundary renderFallback={() => <CalendarNotLoaded />}>
          <Suspense fallback={<LoadingGrid rows={view === 'week' ? 1 : 5} />}>
            <CalendarView view={view} />
          </Suspense>
        </Boundary>
      )}
    </Page>
  )
}

function CalendarNotLoaded() {
  return (
    <Banner
      tone="danger"
      title="The calendar could not be loaded"
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Reload
        </Button>
      }
    >
      Check your connection, then reload the page.
    </Banner>
  )
}
