import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Form = lazy(() => import('./LinkForm.tsx'))

/** The form to link a number, fetched where it is seen: who has linked theirs seldom needs it. */
export function LinkForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<Skeleton className="h-12" />}>
      <Form {...props} />
    </Suspense>
  )
}
