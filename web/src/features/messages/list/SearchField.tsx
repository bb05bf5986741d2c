import { useEffect, useRef } from 'react'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import { SearchInput } from '../../../ui/SearchInput.tsx'

/** How long a pause in typing, in milliseconds, counts as the end of a word. */
const PAUSE_MS = 250

/** Searches the messages of the tab; the address has the query. */
export function SearchField({ q }: { q: string }) {
  const [, setSearch] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address may change without typing: by Back, or by a link.
  useEffect(() => {
    const typing = document.activeElement === input.current
    if (input.current && !typing) input.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setSearch(
        (next) => {
          if (text.trim()) next.set('q', text.trim())
          else next.delete('q')
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    }, PAUSE_MS)
  }

  return (
    <SearchInput
      ref={input}
      aria-label="Search the messages"
      defaultValue={q}
      maxLength={200}
      className="sm:w-64"
      onChange={(event) => search(event.target.value)}
    />
  )
}
