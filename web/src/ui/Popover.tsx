import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { opening, type TriggerProps } from './opening.ts'

export type PopoverProps = {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  /** What the panel is, for screen readers. */
  label: string
  /** The edge of its button that it keeps to; the end unless told. */
  align?: 'start' | 'end'
  className?: string
  /** Fetches code of the content early, when its button is first pointed at or focused. */
  fetchContent?: () => Promise<unknown>
  /** What is in it; a function is handed what closes it. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

const fetchPopover = () => import('./radix/Popover.tsx')
const Loaded = lazy(fetchPopover)

/**
 * A panel beside its button. Closes by Escape or a press outside. Its code is fetched when the button
 * is first pointed at or focused.
 */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(false)
  const closed = opening(props.trigger, 'dialog', fetchAll(props.fetchContent), () => setUsed(true))
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <Loaded {...props} />
    </Suspense>
  )
}

const fetchAll = (fetchContent?: () => Promise<unknown>) => () =>
  Promise.all([fetchPopover(), fetchContent?.()])
