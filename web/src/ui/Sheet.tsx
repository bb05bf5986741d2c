import { lazy, type ReactNode, Suspense } from 'react'
import { useOnce } from './Dialog.tsx'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The width, and whatever else belongs to this sheet alone. */
  className: string
  children: ReactNode
}

const Loaded = lazy(() => import('./radix/Sheet.tsx'))

/**
 * A panel that slides in from the left in 0.3 s, such as a menu on a phone. Its code is fetched when
 * it first opens.
 */
export function Sheet(props: SheetProps) {
  return (
    useOnce(props.open) && (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  )
}
