import { Plus } from 'lucide-react'
import { errorWords } from '../../api/errors.ts'
import { Page } from '../../app/Page.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { UsageMeter } from '../limits/UsageMeter.tsx'
import { CycleCard } from './list/CycleCard.tsx'
import { NewCycleLink } from './list/NewCycleLink.tsx'
import { NoCycles } from './list/NoCycles.tsx'
import { Templates } from './list/Templates.tsx'
import { useCycles, useCycleUsage } from './queries.ts'

/** All cycles: those with a next send first, by its time. */
export function Component() {
  const usage = useCycleUsage()
  return (
    <Page
      title="Cycles"
      width="wide"
      actions={
        <>
          {usage && <UsageMeter {...usage} noun="cycle" />}
          <NewCycleLink>
            <Plus size={16} aria-hidden /> New cycle
          </NewCycleLink>
        </>
      }
    >
      <List />
    </Page>
  )
}

function List() {
  const cycles = useCycles()
  if (cycles.isPending) {
    return (
      <Loading label="Loading the cycles">
        <div className={grid}>
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
        </div>
      </Loading>
    )
  }
  if (!cycles.data) {
    return (
      <Banner
        tone="danger"
        title="The cycles could not be loaded"
        action={<Button onClick={() => void cycles.refetch()}>Retry</Button>}
      >
        {errorWords(cycles.error)}
      </Banner>
    )
  }
  if (cycles.data.length === 0) {
    return (
      <div className="grid gap-8">
        <NoCycles />
        <Templates />
      </div>
    )
  }
  return (
    <div className="grid gap-8">
      <ul className={grid}>
        {cycles.data.map((cycle) => (
          <li key={cycle.id} className="grid min-w-0">
            <CycleCard cycle={cycle} />
          </li>
        ))}
      </ul>
      {cycles.hasNextPage && (
        <div className="flex justify-center">
          <Button loading={cycles.isFetchingNextPage} onClick={() => void cycles.fetchNextPage()}>
            {cycles.isFetchNextPageError ? 'Try to load more' : 'Load more'}
          </Button>
        </div>
      )}
      <Templates />
    </div>
  )
}

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'
