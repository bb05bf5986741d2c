import { Plus } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { useSearchParams } from '../../app/navigation/useSearchParams.ts'
import { prefetching } from '../../app/pages.ts'
import { Page } from '../../app/Page.tsx'
import { paths } from '../../app/paths.ts'
import { buttonClasses } from '../../ui/Button.tsx'
import { useToday } from '../calendar/queries.ts'
import { Guide, LoadingGuide } from '../first-steps/Guide.tsx'
import { useFirstSteps } from '../first-steps/useFirstSteps.ts'
import { AttentionCards } from './automated/AttentionCards.tsx'
import { AutomatedList, LoadingRows } from './automated/AutomatedList.tsx'
import { FilterBar } from './automated/FilterBar.tsx'
import { filtersIn, isNarrowed, queryOf } from './automated/filters.ts'
import { useMessageList } from './queries.ts'
import { LoadingToday, Today } from './today/Today.tsx'

/** The first page of the dashboard: the sends of today, what needs a person, and all series. */
export function Component() {
  const [search] = useSearchParams()
  const filters = filtersIn(search)
  const { shown, isUndecided, hide } = useFirstSteps()
  const { data: list, isPending } = useMessageList(queryOf(filters))
  // Everything above the list loads first, so that nothing moves under a finger.
  const isLoading = [useToday(), useMessageList({ attention: 'true' })].some((one) => one.isPending)
  const isSettled = useDeferredValue(!isLoading)
  const isNewcomer = isUndecided || shown === 'steps'
  // An empty list offers no actions that cannot work yet.
  if (isNewcomer && (isUndecided || isPending || list?.length === 0) && !isNarrowed(filters)) {
    return (
      <Page title="Automated Messages" width="wide">
        {isUndecided || isPending ? <LoadingGuide /> : <Guide shown="steps" onHide={hide} />}
      </Page>
    )
  }
  return (
    <Page
      title="Automated Messages"
      width="wide"
      actions={
        <Link
          to={`${paths.newMessage}?kind=automated`}
          className={buttonClasses({ variant: 'primary' })}
          {...prefetching(paths.newMessage)}
        >
          <Plus size={16} aria-hidden />
          <span>
            New<span className="max-sm:sr-only"> message</span>
          </span>
        </Link>
      }
    >
      <div className="grid gap-6">
        {shown && <Guide shown={shown} onHide={hide} />}
        {isSettled ? (
          <>
            <Today />
            <AttentionCards />
            <section aria-label="All that repeats" className="grid gap-4">
              <FilterBar filters={filters} />
              <div>
                <AutomatedList filters={filters} />
              </div>
            </section>
          </>
        ) : (
          <>
            <LoadingToday />
            <LoadingRows />
          </>
        )}
      </div>
    </Page>
  )
}
