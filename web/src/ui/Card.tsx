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
    <header className="flex items-start justify-between gap-4 px-4 pt-3.5 pb-3 md:px-5">
      <div className="grid gap-0.5">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {actions && <div className="flex shrink-0 items-center gap-2">{actions}</div>}
    </header>
  )
}

type CardHeadProps = { title: ReactNode; note?: ReactNode; actions?: ReactNode; id?: string }
