import { useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** The query of this page's address, and the function that changes it. */
export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = (
    next: (present: URLSearchParams) => URLSearchParams,
    options: NavigateOptions,
  ) => {
    // Not `search`: the address may have changed since this page was rendered.
    const present = new URLSearchParams(window.location.search)
    return navigate(`?${next(present)}`, options)
  }
  return [params, setParams] as const
}
