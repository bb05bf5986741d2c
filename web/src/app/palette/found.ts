import { listMessages } from '@carillon/contract/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, Repeat, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useGroups } from '../../features/groups/queries.ts'
import { groupWords } from '../../features/groups/words.ts'
import { messageWords, previewOf } from '../../features/messages/words.ts'
import type { Found } from '../../ui/Finder.tsx'
import { paths } from '../paths.ts'

/** How many of a kind are listed: who wants more goes to the list. */
const LISTED_MAX = 6

/** How long a pause in typing, in milliseconds, counts as the end of a word. */
const PAUSE_MS = 150

/** The messages that hold `query`, as the server knows them. */
export function useFoundMessages(query: string, close: () => void) {
  const navigate = useNavigate()
  const q = usePaused(query)
  const found = useQuery({
    enabled: q !== '',
    queryKey: ['found', q],
    queryFn: ({ signal }) => call(listMessages, { query: { q, limit: LISTED_MAX } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const items = query === '' ? [] : (found.data?.items ?? [])
  return {
    busy: query !== '' && (found.isFetching || q !== query),
    failed: found.isError,
    items: items.map((message): Found => ({
      id: message.id,
      label: previewOf(message),
      icon: message.kind === 'automated' ? Repeat : CalendarClock,
      note: messageWords[message.status].label,
      run() {
        close()
        navigate(paths.editMessage(message.id))
      },
    })),
  }
}

/** The chosen groups whose name holds `query`. */
export function useFoundGroups(query: string, close: () => void): Found[] {
  const navigate = useNavigate()
  const { data } = useGroups()
  if (query === '') return []
  const hits = (data?.items ?? []).filter(({ title }) =>
    title.toLowerCase().includes(query.toLowerCase()),
  )
  return hits.slice(0, LISTED_MAX).map(({ id, title, status }) => ({
    id,
    label: title,
    icon: Users,
    note: groupWords[status].label,
    run() {
      close()
      navigate(`${paths.telegram}#group-${id}`)
    },
  }))
}

/** `value` once it has stayed the same for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
