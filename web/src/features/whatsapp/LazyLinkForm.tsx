import type { ComponentProps } from 'react'
import { later, LaterPart } from '../../ui/later.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const Form = later(async () => (await import('./LinkForm.tsx')).default)

/** The form that links a number. It is loaded when it is shown, because users who have linked a number seldom need it. */
export function LinkForm(props: ComponentProps<typeof Form>) {
  return (
    <LaterPart fallback={<Skeleton className="h-12" />}>
      <Form {...props} />
    </LaterPart>
  )
}
