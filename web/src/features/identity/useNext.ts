import { useLocation } from 'react-router'
import { nextPath, withNext } from '../../app/paths.ts'

/** Carries the page that was asked for along, from one page of this feature to another. */
export function useNext() {
  const next = nextPath(useLocation().search, location.origin)
  return (path: string) => withNext(path, next)
}
