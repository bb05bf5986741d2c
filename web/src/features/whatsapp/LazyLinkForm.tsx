import type { ComponentProps } from 'react'
import { lazyComponent, LazyPart } from '../../ui/lazy.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Form = lazyComponent(async () => (await import('./LinkForm.tsx')).default)

/** The form that links a number. It is loaded when it is shown, because users who have linked a number seldom need it. */
export function LinkForm(props: ComponentProps<typeof Form>) {
  return (
    <LazyPart fallback={<Skeleton className="h-12" />}>
      <Form {...props} />
    </LazyPart>
  )
}
