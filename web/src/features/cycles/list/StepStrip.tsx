import { cn } from '../../../ui/cn.ts'

/** From this many steps on they are told in words alone. */
const MANY = 40

/** The steps of a cycle as a strip, the next one marked. It is said in words beside it. */
export function StepStrip({ count, next }: { count: number; next: number | null }) {
  if (count === 0 || count > MANY) return null
  return (
    <span aria-hidden className="flex h-1.5 w-full gap-0.5">
      {Array.from({ length: count }, (_, n) => (
        <span
          key={n}
          className={cn('min-w-0 flex-1 rounded-full', n === next ? 'bg-accent' : 'bg-line-strong')}
        />
      ))}
    </span>
  )
}
