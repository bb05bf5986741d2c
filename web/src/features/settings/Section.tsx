import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../app/navigation/Link.tsx'
import { Card, CardHead } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { labelOf, type SectionId, sections } from './sections.ts'

type SectionProps = { id: SectionId; note?: ReactNode; actions?: ReactNode; children: ReactNode }

/** One section of the page, which an address can lead to. */
export function Section({ id, note, actions, children }: SectionProps) {
  return (
    <Card
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 outline-none"
    >
      <CardHead
        id={`${id}-title`}
        title={labelOf(id)}
        {...(note ? { note } : {})}
        {...(actions ? { actions } : {})}
      />
      <div className="grid gap-5 px-4 pb-5 md:px-5">{children}</div>
    </Card>
  )
}

/** The way to each section: beside them where there is room, else in a row above that can be swiped. */
export function SectionLinks() {
  const { hash } = useLocation()
  return (
    <nav
      aria-label="Sections"
      className="-mx-4 flex gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:sticky lg:top-24 lg:-ml-3 lg:mr-0 lg:grid lg:content-start lg:self-start lg:overflow-visible lg:px-0"
    >
      {sections.map(({ id, label }) => (
        <Link
          key={id}
          to={{ hash: id }}
          replace
          {...(hash === `#${id}` ? { 'aria-current': 'location' as const } : {})}
          className={cn(
            'flex h-9 shrink-0 items-center rounded-md px-3 font-medium whitespace-nowrap transition-colors max-lg:border max-lg:border-line lg:h-8',
            hash === `#${id}`
              ? 'bg-accent-soft text-accent-text'
              : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
