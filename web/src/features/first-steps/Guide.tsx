import { lazy, Suspense } from 'react'
import { Boundary } from '../../ui/Boundary.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

// Only newcomers load them.
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))
const Delivered = lazy(async () => ({ default: (await import('./Delivered.tsx')).Delivered }))

type GuideProps = { shown: 'steps' | 'delivered'; onHide: () => void }

/** The steps to the first message, then that it is delivered; the page goes on without if they do not load. */
export function Guide({ shown, onHide }: GuideProps) {
  return (
    <Boundary renderFallback={() => null}>
      <Suspense fallback={<LoadingGuide />}>
        {shown === 'steps' ? <FirstSteps onHide={onHide} /> : <Delivered onHide={onHide} />}
      </Suspense>
    </Boundary>
  )
}

/** How high the steps are at least, in pixels. */
export const STEPS_PX = 344

/** As high as the steps, so that nothing below moves when they come. */
export function LoadingGuide() {
  return (
    <Loading label="Loading the first steps">
      <div style={{ minHeight: STEPS_PX }} className="grid">
        <Skeleton className="h-full" />
      </div>
    </Loading>
  )
}
