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
  ) => navigate(`?${next(new URLSearchParams(search))}`, options)
  return [params, setParams] as const
}
