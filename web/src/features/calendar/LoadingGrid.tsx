import { cn } from '../../ui/cn.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** The sheet of a month or a week, before it is known what is on it. */
export function LoadingGrid({ rows }: { rows: number }) {
  return (
    <Loading label="Loading the calendar">
      <div className="grid gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-7">
        {Array.from({ length: rows * 7 }, (_, n) => (
          <div
            key={n}
            className={cn(
              'grid min-h-24 content-start gap-2 bg-surface p-2',
              // As high as the days that come in its place.
              rows === 1 ? 'md:min-h-96' : 'md:min-h-28',
            )}
          >
            <Skeleton className="size-5" />
            {n % 3 === 0 && <Skeleton className="h-4" />}
          </div>
        ))}
      </div>
    </Loading>
  )
}
