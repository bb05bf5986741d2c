import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from '../../app/navigation/Link.tsx'
import { cn } from '../../ui/cn.ts'
import { labelOf, type SectionId, sections } from './sections.ts'

type SectionProps = {
  id: SectionId
  note?: ReactNode
  actions?: ReactNode
  /** Its actions cannot be undone. */
  danger?: boolean
  children: ReactNode
}

/** One section of the page, which an address can lead to: what it is about, and beside that what can be set. */
export function Section({ id, note, actions, danger, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-20 content-start gap-x-10 gap-y-3 outline-none not-first:border-t not-first:border-line not-first:pt-7 xl:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
    >
      <header className="grid content-start justify-items-start gap-1">
        <h2 id={`${id}-title`} className={cn('text-lg font-semibold', danger && 'text-danger')}>
          {labelOf(id)}
        </h2>
        {note && <p className="text-sm text-muted text-pretty">{note}</p>}
        {actions && <div className="mt-2 flex gap-2">{actions}</div>}
      </header>
      <div
        className={cn(
          'grid content-start gap-5 rounded-lg border bg-surface p-4 shadow-card md:p-5',
          danger ? 'border-danger/50' : 'border-line',
        )}
      >
        {children}
      </div>
    </section>
  )
}

/** What of the link before the active one is seen in the row, so that it can be swiped back to. */
const MARGIN_PX = 48

/**
 * The way to each section: beside them where there is room, else in a row above that can be swiped, which fades out where
 * it goes on.
 */
export function SectionLinks({ active }: { active: SectionId }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href$="#${active}"]`)
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - MARGIN_PX })
  }, [active])
  return (
    <nav
      ref={nav}
      aria-label="Sections"
      className="sticky top-16 z-10 -mx-4 flex gap-1 overflow-x-auto bg-canvas px-4 py-2 [scrollbar-width:none] after:pointer-events-none after:sticky after:-right-4 after:-ml-1 after:w-12 after:shrink-0 after:bg-linear-to-l after:from-canvas after:content-[''] md:top-24 md:-mr-0 md:-ml-3 md:grid md:content-start md:self-start md:overflow-visible md:p-0 md:after:hidden"
    >
      {sections.map(({ id, label }) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          {...(active === id ? { 'aria-current': 'location' as const } : {})}
          className={cn(
            'relative flex h-9 shrink-0 items-center rounded-md px-3 font-medium whitespace-nowrap transition-colors',
            active === id ? 'bg-hover text-ink' : 'text-muted hover:text-ink',
          )}
        >
          {active === id && (
            <span
              aria-hidden
              className="absolute inset-x-3 bottom-0 h-0.5 rounded-full bg-accent-text md:inset-x-auto md:inset-y-2 md:left-0 md:h-auto md:w-[3px]"
            />
          )}
          {label}
        </Link>
      ))}
    </nav>
  )
}
