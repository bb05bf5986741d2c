import { cn } from '../../ui/cn.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'

/** A month or a week while its sends load. */
export function LoadingGrid({ rows }: { rows: number }) {
  const isWeek = rows === 1
  return (
    <Loading label="Loading the calendar">
      <div
        className={cn(
          'grid gap-px overflow-hidden rounded-lg border border-line bg-line',
          isWeek ? 'md:grid-cols-7' : 'grid-cols-7',
        )}
      >
        {Array.from({ length: rows * 7 }, (_, n) => (
          <div
            key={n}
            className={cn(
              'grid content-start gap-2 bg-surface p-2',
              // As high as the days that replace it.
              isWeek ? 'min-h-24 md:min-h-96' : 'h-12 md:h-28',
            )}
          >
            <Skeleton className="size-5" />
            {n % 3 === 0 && <Skeleton className={cn('h-4', !isWeek && 'max-md:hidden')} />}
          </div>
        ))}
      </div>
    </Loading>
  )
}
