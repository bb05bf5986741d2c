import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { heads } from './heads.ts'
import { cn } from '../ui/cn.ts'
import { browserHistory } from './navigation/browserHistory.ts'

type PageProps = {
  /** The heading, which is also the title of the window. */
  title: string
  /** A sentence under the heading. */
  note?: ReactNode
  /** What can be done on this page, beside the heading. */
  actions?: ReactNode
  /** What stays in reach at its foot, over the full width. */
  bar?: ReactNode
  /** How wide its content may be: 1056 px, 1280 px for lists, or all there is. */
  width?: 'text' | 'list' | 'full'
  children: ReactNode
}

const widths = { text: 'max-w-[1120px]', list: 'max-w-[1344px]', full: '' }

/** A page of the dashboard. */
export function Page({ title, note, actions, bar, width = 'text', children }: PageProps) {
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
        <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            <PageHeading title={title} />
            {note && <p className="max-w-[72ch] text-muted text-pretty">{note}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {children}
      </div>
      {bar && (
        <div className="sticky bottom-0 z-10 border-t border-line-strong bg-surface">
          <div className={frame}>{bar}</div>
        </div>
      )}
    </>
  )
}

/** The page whose heading had the focus last: what it shows next, once its data is there, does not take it again. */
let announced: string | undefined

type HeadingProps = { title: string; className?: string }

/** The one h1 of a page. Names the window, and takes the focus when the page was navigated to. */
export function PageHeading(props: HeadingProps) {
  const { pathname } = useLocation()
  // The browser itself announces the page that was opened or reloaded.
  const window = heads[pathname]?.title ?? `${props.title} · Carillon`
  return <Heading key={pathname} {...props} window={window} pathname={pathname} />
}

function Heading({
  title,
  className,
  window,
  pathname,
}: HeadingProps & { window: string; pathname: string }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = window
  }, [window])
  useEffect(() => {
    if (announced === pathname) return
    announced = pathname
    if (browserHistory.hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cn('outline-none', className ?? 'text-xl font-semibold tracking-tight')}
    >
      {title}
    </h1>
  )
}
