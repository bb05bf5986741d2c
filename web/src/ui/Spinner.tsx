import { cn } from './cn.ts'

/** A turning ring, announced to screen readers at once, shown after 150 ms so that quick work does not flash. */
export function Spinner({ size = 20, label = 'Loading', className }: SpinnerProps) {
  return (
    <span role="status" className={cn('inline-flex animate-late', className)}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="animate-spin"
        aria-hidden
      >
        <circle cx="12" cy="12" r="9" opacity="0.25" />
        <path d="M21 12a9 9 0 0 0-9-9" />
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}

type SpinnerProps = { size?: number; label?: string; className?: string }

/** A spinner in the middle of the window. */
export function FullScreenSpinner({ note }: { note?: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 text-muted">
      <Spinner size={24} />
      {note && <p>{note}</p>}
    </main>
  )
}
