import { lazy, type ReactNode, Suspense, useState } from 'react'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What the title leaves open, read out when the dialog opens. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons; the one that acts comes last. */
  actions?: ReactNode
  /** False where only its buttons lead on: neither Escape nor a press outside closes it. */
  closable?: boolean
}

const Loaded = lazy(() => import('./radix/Dialog.tsx'))

/**
 * A question or a short form over the page. Escape and a press outside close it. Its code is fetched
 * when it first opens.
 */
export function Dialog(props: DialogProps) {
  const used = useOnce(props.open)
  return (
    used && (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  )
}

/** Whether something has ever been so: what once opened stays, so that it can close gently. */
export function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now)
  if (now && !once) setOnce(true)
  return now || once
}
