import { useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** The query of this page's address, and a way to another one on the same page. */
export function useSearchParams() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = (
    next: (present: URLSearchParams) => URLSearchParams,
    options: NavigateOptions,
  ) => navigate(`?${next(new URLSearchParams(search))}`, options)
  return [params, setParams] as const
}
