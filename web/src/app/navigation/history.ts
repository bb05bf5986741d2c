import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  type Navigator,
  parsePath,
  type To,
} from 'react-router'
import { openScrollMemory } from './scroll.ts'

/** One entry of the browser's history, how it was reached, and its scroll position in pixels from the top. */
export type Entry = { location: Location; action: NavigationType; scrollTo: number | undefined }

/** Decides whether a navigation is stopped; `go` continues it. */
export type Blocker = {
  when: (to: Location) => boolean
  ask: (go: () => void, to: Location) => void
}

/**
 * The browser's history, with what React Router's declarative mode does not have: a question before a page is left, and
 * the scroll position of each entry.
 */
export function openHistory() {
  const scrolled = openScrollMemory()
  const opened = present()
  let entry: Entry = {
    location: opened,
    action: NavigationType.Pop,
    // After a reload, or coming back from another site, restores the scroll position; a new visit has none.
    scrollTo: scrolled.get(opened.key),
  }
  let index = indexOf(history.state as State) ?? 0
  const blockers = new Set<Blocker>()
  const blockerOf = (to: Location) => [...blockers].find(({ when }) => when(to))
  let moved = false
  // The meaning of the next popstate event if this code caused it.
  let expected: 'returning' | 'allowed' | undefined
  const listeners = new Set<(entry: Entry) => void>()

  history.scrollRestoration = 'manual'
  history.replaceState(stateOf(entry.location, index), '')
  addEventListener('pagehide', () => scrolled.set(entry.location.key, scrollY))

  function enter(location: Location, action: NavigationType, scrollTo: number | undefined) {
    entry = { location, action, scrollTo }
    moved = true
    for (const listener of listeners) listener(entry)
  }

  function leave(to: Location, go: () => void) {
    const past = () => {
      scrolled.set(entry.location.key, scrollY)
      go()
    }
    const stop = to.pathname === entry.location.pathname ? undefined : blockerOf(to)
    if (stop) stop.ask(past, to)
    else past()
  }

  const write =
    (action: NavigationType) => (to: To, state?: unknown, options?: NavigateOptions) => {
      const location = locationOf(to, state, entry.location)
      leave(location, () => {
        const path = createPath(location)
        // As browsers do: a link to the present page adds no entry, also while that page is still loading.
        const adds = action === NavigationType.Push && path !== createPath(entry.location)
        if (adds) index += 1
        history[adds ? 'pushState' : 'replaceState'](stateOf(location, index), '', path)
        enter(location, action, options?.preventScrollReset ? undefined : 0)
      })
    }

  addEventListener('popstate', (event) => {
    const known = indexOf(event.state)
    if (known === undefined) return enterOwn()
    const next = known
    const steps = next - index
    if (expected === 'returning') {
      expected = undefined
      return
    }
    const allowed = expected === 'allowed'
    expected = undefined
    const location = present()
    const leaves = steps !== 0 && location.pathname !== entry.location.pathname
    const stop = leaves && !allowed ? blockerOf(location) : undefined
    if (stop) {
      expected = 'returning'
      history.go(-steps)
      stop.ask(() => {
        expected = 'allowed'
        history.go(steps)
      }, location)
      return
    }
    scrolled.set(entry.location.key, scrollY)
    index = next
    enter(location, NavigationType.Pop, scrolled.get(location.key) ?? 0)
  })

  /** A link to an anchor of the page, or a typed hash: the browser has made a new entry by itself. */
  function enterOwn() {
    index += 1
    const location = { ...present(), key: newKey() }
    history.replaceState(stateOf(location, index), '')
    enter(location, NavigationType.Push, undefined)
  }

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (steps) => history.go(steps),
    push: write(NavigationType.Push),
    replace: write(NavigationType.Replace),
  }

  return {
    navigator,
    present: () => entry,
    /** Whether anything but the page that was opened or reloaded has been shown. */
    hasMoved: () => moved,
    listen: (listener: (entry: Entry) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Removes all blockers: this page may be left without a question, since there is nothing to lose any more. */
    letGo: () => blockers.clear(),
    block: (blocker: Blocker) => {
      blockers.add(blocker)
      return () => void blockers.delete(blocker)
    },
  }
}

type State = { usr?: unknown; key?: string; idx?: number } | null

const stateOf = ({ state, key }: Location, idx: number) => ({ usr: state, key, idx })
const indexOf = (state: State) => state?.idx

function present(): Location {
  const { pathname, search, hash } = window.location
  const state = history.state as State
  return { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? newKey() }
}

const locationOf = (to: To, state: unknown, from: Location): Location => ({
  pathname: from.pathname,
  search: '',
  hash: '',
  ...(typeof to === 'string' ? parsePath(to) : to),
  state: state ?? null,
  key: newKey(),
})

const newKey = () => Math.random().toString(36).slice(2, 10)
