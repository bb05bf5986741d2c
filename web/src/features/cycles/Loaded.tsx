import type { Cycle } from '@carillon/contract/cycles'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { errorWords, isApiError } from '../../api/errors.ts'
import { Page } from '../../app/Page.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { NoSuchCycle } from './NoSuchCycle.tsx'
import { useCycle } from './queries.ts'

/** The page of the cycle in the address, after it is loaded; until then `title` is its heading. */
export function Loaded({
  title,
  children,
}: {
  title: string
  children: (cycle: Cycle) => ReactNode
}) {
  const { cycleId = '' } = useParams()
  const cycle = useCycle(cycleId)
  if (isApiError(cycle.error, 'not_found')) return <NoSuchCycle id={cycleId} title={title} />
  if (cycle.data) return children(cycle.data)
  if (!cycle.isError) return <LoadingCycle title={title} />
  return (
    <Page title={title} width="wide">
      <Banner
        tone="danger"
        title="The cycle could not be loaded"
        action={<Button onClick={() => void cycle.refetch()}>Retry</Button>}
      >
        {errorWords(cycle.error)}
      </Banner>
    </Page>
  )
}

/** The page while its cycle loads. */
export function LoadingCycle({ title }: { title: string }) {
  return (
    <Page title={title} width="wide">
      <Loading label="Loading the cycle">
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
          <Skeleton className="h-64" />
          <Skeleton className="h-64" />
        </div>
      </Loading>
    </Page>
  )
}
