import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { heads } from './heads.ts'
import { paths } from './paths.ts'

/** Keeps what the head of the document says of a page in step with the page; its title is its heading's. */
export function useHead() {
  const { pathname } = useLocation()
  useEffect(() => {
    const description = (heads[pathname] ?? heads[paths.home])?.description ?? ''
    document.querySelector('meta[name=description]')?.setAttribute('content', description)
    canonical().href = location.origin + pathname
  }, [pathname])
}

/** The one address of a page, whatever query it was opened with. */
function canonical(): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (found) return found
  const link = document.createElement('link')
  link.rel = 'canonical'
  return document.head.appendChild(link)
}
