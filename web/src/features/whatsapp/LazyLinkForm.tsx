import type { ComponentProps } from 'react'
import { later, LaterPart } from '../../ui/later.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Form = later(async () => (await import('./LinkForm.tsx')).default)

/** The form to link a number, fetched where it is seen: who has linked theirs seldom needs it. */
export function LinkForm(props: ComponentProps<typeof Form>) {
  return (
    <LaterPart fallback={<Skeleton className="h-12" />}>
      <Form {...props} />
    </LaterPart>
  )
}
