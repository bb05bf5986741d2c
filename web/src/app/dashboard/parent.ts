import type { Message } from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { oneKey } from '../../features/messages/cache.ts'
import { openListeners } from '../../ui/listeners.ts'
import { openStored } from '../../ui/stored.ts'
import { paths } from '../paths.ts'
import { dashboardLinks } from './links.ts'
import type { Parent } from './parentPage.ts'

/** The storage of the list that was last opened in this tab. */
const stored = openStored('sessionStorage', 'last-list')

const LISTS: readonly string[] = [paths.scheduled, paths.automated]

/** The parent of the present page, such as the list of a message that is being edited. */
export function useParent(): Parent | undefined {
  const { pathname, search } = useLocation()
  const messageId = messageIdIn(pathname)
  const list = useSyncExternalStore(subscribe, lastList)
  const kind = useKnownKind(messageId)
  if (pathname === paths.newMessage) return parent(listOf(kindAsked(search), list))
  if (messageId !== undefined) return parent(listOf(kind, list))
  if (pathname === paths.newCycle || pathname.startsWith(`${paths.cycles}/`)) {
    return parent(paths.cycles)
  }
  return undefined
}

/** The list of messages of this kind, with the query it last had; without a kind, the list that was last opened. */
function listOf(kind: Message['kind'] | undefined, last: string): string {
  if (!kind) return last
  const path = kind === 'automated' ? paths.automated : paths.scheduled
  return last.startsWith(path) ? last : path
}

/** The kind that the address of a new message asks for, as its form takes it. */
function kindAsked(search: string): Message['kind'] | undefined {
  const asked = new URLSearchParams(search)
  if (asked.get('kind') === 'automated') return 'automated'
  return asked.has('when') || asked.has('at') ? 'scheduled' : undefined
}

/** The kind of a message from the cache. Loads nothing, and keeps nothing in the cache. */
function useKnownKind(messageId: string | undefined): Message['kind'] | undefined {
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    useCallback((listener) => queryClient.getQueryCache().subscribe(listener), [queryClient]),
    () =>
      messageId === undefined
        ? undefined
        : queryClient.getQueryData<Message>(oneKey(messageId))?.kind,
  )
}

/** Remembers which list is open and its query, so that its messages link back to it. */
export function useRememberedList() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (LISTS.includes(pathname)) remember(pathname + search)
  }, [pathname, search])
}

function messageIdIn(pathname: string): string | undefined {
  const start = paths.editMessage('')
  return pathname.startsWith(start) ? pathname.slice(start.length) : undefined
}

function parent(to: string): Parent {
  const path = to.replace(/\?.*/, '')
  const label = dashboardLinks.find((link) => link.to === path)?.label ?? 'Back'
  return { to, path, label }
}

let lastListPath: string | undefined
const { subscribe, tell } = openListeners()

function lastList(): string {
  return (lastListPath ??= storedList() ?? paths.scheduled)
}

function storedList(): string | undefined {
  const list = stored.read()
  return list && LISTS.includes(list.replace(/\?.*/, '')) ? list : undefined
}

function remember(list: string) {
  lastListPath = list
  // Without storage it is remembered until the next reload.
  stored.write(list)
  tell()
}
