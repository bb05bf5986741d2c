import { cn } from '../../../ui/cn.ts'

/** How much of a limit is used, such as `12 / 300`. */
export function Count({ length, max }: { length: number; max: number }) {
  return (
    <span
      data-tabular
      className={cn('text-sm', length > max ? 'font-medium text-danger' : 'text-muted')}
    >
      {length.toLocaleString('en')} / {max.toLocaleString('en')}
    </span>
  )
}
