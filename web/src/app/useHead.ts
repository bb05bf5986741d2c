import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { heads } from './heads.ts'
import { paths } from './paths.ts'

/** Updates the description and the canonical link of the document for each page. The heading sets the title. */
export function useHead() {
  const { pathname } = useLocation()
  useEffect(() => {
    const description = (heads[pathname] ?? heads[paths.home])?.description ?? ''
    document.querySelector('meta[name=description]')?.setAttribute('content', description)
    canonical().href = location.origin + pathname
  }, [pathname])
}

/** The canonical link: the address of a page without its query. */
function canonical(): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (found) return found
  const link = document.createElement('link')
  link.rel = 'canonical'
  return document.head.appendChild(link)
}
