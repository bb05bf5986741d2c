import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** A grey placeholder; give it the size of the content. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={cn('block animate-pulse rounded-md bg-hover', className)} />
}

/** Skeletons shaped like the content; screen readers read one sentence. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
