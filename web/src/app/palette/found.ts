import type { Connection } from '@carillon/contract/connections'
import { listCycles } from '@carillon/contract/cycles'
import type { Group } from '@carillon/contract/groups'
import { listMessages } from '@carillon/contract/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarClock, Orbit, Repeat } from 'lucide-react'
import { createElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useConnectionsById } from '../../features/connections/queries.ts'
import { waitsWords } from '../../features/connections/words.ts'
import { nameOf, stateWords } from '../../features/cycles/words.ts'
import { GroupMark } from '../../features/groups/GroupMark.tsx'
import { useGroups } from '../../features/groups/queries.ts'
import { rowPath } from '../../features/groups/rowPath.ts'
import { hasWords } from '../../features/groups/search.ts'
import { groupWords } from '../../features/groups/words.ts'
import { previewOf, stateWords as stateOf } from '../../features/messages/words.ts'
import type { Found } from '../../ui/Finder.tsx'
import { paths } from '../paths.ts'

/** How many of a kind are listed: who wants more goes to the list. */
const LISTED_MAX = 6

/** How long a pause in typing ends a word, in milliseconds. */
const PAUSE_MS = 150

/** The messages and cycles that the server finds for `query`. */
export function useFoundSources(query: string, close: () => void) {
  const navigate = useNavigate()
  const q = usePaused(query)
  const found = useQuery({
    enabled: q !== '',
    queryKey: ['found', q],
    queryFn: async ({ signal }) => {
      const asked = [{ query: { q, limit: LISTED_MAX } }, { signal }] as const
      const [messages, cycles] = await Promise.all([
        call(listMessages, ...asked),
        call(listCycles, ...asked),
      ])
      return { messages: messages.items, cycles: cycles.items }
    },
    placeholderData: keepPreviousData,
  })
  const { messages = [], cycles = [] } = (query !== '' && found.data) || {}
  return {
    busy: query !== '' && (found.isFetching || q !== query),
    failed: found.isError,
    cycles: cycles.map((cycle): Found => ({
      id: cycle.id,
      label: nameOf(cycle),
      icon: Orbit,
      note: stateWords(cycle).label,
      run() {
        close()
        navigate(paths.cycle(cycle.id))
      },
    })),
    messages: messages.map((message): Found => ({
      id: message.id,
      label: previewOf(message),
      icon: message.kind === 'automated' ? Repeat : CalendarClock,
      note: stateOf(message).label,
      run() {
        close()
        navigate(paths.editMessage(message.id))
      },
    })),
  }
}

/** The chosen groups that have these words in their name or in that of their network. */
export function useFoundGroups(query: string, close: () => void): Found[] {
  const navigate = useNavigate()
  const { data } = useGroups()
  const connections = useConnectionsById(query !== '')
  if (query === '') return []
  const hits = (data?.items ?? []).filter((group) => hasWords(group, query))
  return hits.slice(0, LISTED_MAX).map((group) => ({
    id: group.id,
    label: group.title,
    mark: createElement(GroupMark, { group, small: true }),
    note: noteOf(group, connections.get(group.connectionId)),
    run() {
      close()
      navigate(rowPath(group))
    },
  }))
}

/** The state of a group; if its account is waiting for something, that. */
const noteOf = (group: Group, connection: Connection | undefined) =>
  (group.status === 'active' && connection && waitsWords(connection)) ||
  groupWords[group.status].label

/** Returns the value once it has not changed for a pause. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
