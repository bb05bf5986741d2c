import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { heads } from './heads.ts'
import { cn } from '../ui/cn.ts'
import { nameWindow } from './windowName.ts'
import { browserHistory } from './navigation/browserHistory.ts'

/** The page whose heading last took the focus: once its data is loaded, its next heading does not take it again. */
let announced: string | undefined

const OPEN_DIALOG = '[role="dialog"][data-state="open"]'

type HeadingProps = { title: string; mark?: ReactNode; className?: string }

/** The one h1 of a page. Names the window, and takes the focus when the page was navigated to. */
export function PageHeading(props: HeadingProps) {
  const { pathname } = useLocation()
  // The browser itself announces the page that was opened or reloaded.
  const window = heads[pathname]?.title ?? `${props.title} · Carillon`
  return <Heading key={pathname} {...props} window={window} pathname={pathname} />
}

function Heading({
  title,
  mark,
  className,
  window,
  pathname,
}: HeadingProps & { window: string; pathname: string }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => nameWindow(window), [window])
  useEffect(() => {
    if (announced === pathname) return
    announced = pathname
    const own = heading.current
    // A dialog that was opened while the page was loading keeps the focus; one that is closing hides the page as well.
    const isCovered = own?.closest('[aria-hidden="true"]') && document.querySelector(OPEN_DIALOG)
    if (browserHistory.hasMoved() && !isCovered) own?.focus({ preventScroll: true })
  }, [pathname])
  useLayoutEffect(() => {
    const own = heading.current
    return () => {
      // The loaded page takes the focus over from its loading state.
      if (own === document.activeElement) announced = undefined
    }
  }, [])

  return (
    <h1
      ref={heading}
      tabIndex={-1}
      // A heading may be the text of a message, in any script.
      dir="auto"
      className={cn(
        'outline-none',
        className ?? 'text-xl font-semibold tracking-tight md:text-2xl',
      )}
    >
      {mark}
      {title}
    </h1>
  )
}
