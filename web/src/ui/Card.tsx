import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A surface that holds things that belong together. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      {...props}
      className={cn('rounded-lg border border-line bg-surface shadow-card', className)}
    />
  )
}

/** The head of a card: what it is, a sentence, and what can be done. */
export function CardHead({ title, note, actions, id }: CardHeadProps) {
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 px-4 pt-3.5 pb-3 md:px-5">
      <h2 id={id} className="col-start-1 row-start-1 text-lg font-semibold">
        {title}
      </h2>
      {note && (
        <p className="col-start-1 row-start-2 text-sm text-muted max-sm:col-span-2">{note}</p>
      )}
      {actions && (
        <div className="col-start-2 row-start-1 flex items-center gap-2 max-sm:-my-2 sm:row-span-2">
          {actions}
        </div>
      )}
    </header>
  )
}

type CardHeadProps = { title: ReactNode; note?: ReactNode; actions?: ReactNode; id?: string }
