import { ChevronLeft } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { cn } from '../ui/cn.ts'
import { footerRef } from '../ui/toast/store.ts'
import { ParentPage } from './dashboard/parentPage.ts'
import { Link } from './navigation/Link.tsx'
import { PageHeading } from './PageHeading.tsx'

type PageProps = {
  /** The heading, which is also the title of the window. */
  title: string
  /** A sign before it. */
  mark?: ReactNode
  /** A sentence under the heading. */
  note?: ReactNode
  /** What can be done on this page, beside the heading. */
  actions?: ReactNode
  /** A bar that stays visible at the foot of the page, over the full width. */
  bar?: ReactNode
  /** The maximum width of the content: 1056 px, or 1536 px for lists, calendars and forms. */
  width?: 'text' | 'wide'
  children: ReactNode
}

const widths = { text: 'max-w-[1120px]', wide: 'max-w-[1600px]' }

/** A page of the dashboard. */
export function Page({ title, mark, note, actions, bar, width = 'text', children }: PageProps) {
  const frame = cn('mx-auto w-full px-4 md:px-8', widths[width])
  return (
    <>
      <div
        className={cn(
          frame,
          'pt-6 pb-16 md:pt-8',
          bar !== undefined && 'min-h-[calc(100dvh-9rem)]',
        )}
      >
        <BackLink />
        <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            <PageHeading title={title} mark={mark} />
            {note && <p className="max-w-[60ch] text-muted text-pretty">{note}</p>}
          </div>
          {actions && (
            <div className="flex flex-wrap items-center gap-2 max-sm:has-[nav]:grow">{actions}</div>
          )}
        </div>
        {children}
      </div>
      {bar && (
        <div
          ref={footerRef}
          className="sticky bottom-0 z-10 border-t border-line-strong bg-surface"
        >
          <div className={frame}>{bar}</div>
        </div>
      )}
    </>
  )
}

/** The link to the parent page. */
function BackLink() {
  const parent = use(ParentPage)
  if (!parent) return null
  return (
    <Link
      to={parent.to}
      className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-md pr-1.5 text-sm text-muted transition-colors hover:text-ink"
    >
      <ChevronLeft size={16} aria-hidden />
      {parent.label}
    </Link>
  )
}
