type ProgressProps = {
  /** The name of the work. */
  label: string
  /** The part that is done, from 0 to 1. */
  value: number
}

/** A bar that fills. */
export function Progress({ label, value }: ProgressProps) {
  const percent = Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full rounded-full bg-busy transition-[width]"
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}
