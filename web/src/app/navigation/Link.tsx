import type { ComponentProps, MouseEvent } from 'react'
import { type NavigateOptions, type To, useHref, useLocation, useNavigate } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NavigateOptions, 'replace' | 'preventScrollReset'> & { to: To }

/**
 * A link to a page of the app. React Router's own link includes the code of its other modes, and is larger than all the
 * rest of it that we use.
 */
export function Link({ to, replace, preventScrollReset, onClick, children, ...props }: LinkProps) {
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || (props.target ?? '_self') !== '_self') return
    event.preventDefault()
    navigate(to, {
      ...(replace ? { replace } : {}),
      ...(preventScrollReset ? { preventScrollReset } : {}),
    })
  }

  return (
    <a {...props} href={useHref(to)} onClick={follow}>
      {children}
    </a>
  )
}

type NavLinkProps = Omit<LinkProps, 'to' | 'className'> & {
  to: string
  className: (state: { isActive: boolean }) => string
  /** Whether only this page counts as present, not the pages below its path. */
  end?: boolean
}

/** A link that marks itself if its page is the present one. */
export function NavLink({ className, end = false, ...props }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`))
  return (
    <Link
      {...props}
      className={className({ isActive })}
      {...(isActive ? { 'aria-current': 'page' as const } : {})}
    />
  )
}

/** Whether a click opens the link in this tab; the browser handles all other clicks. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)
