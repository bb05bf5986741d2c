import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'
const systemLight = () => matchMedia('(prefers-color-scheme: light)')
const listeners = new Set<() => void>()

/** What is chosen: dark until somebody chooses. public/theme.js applies the same before the first paint. */
function chosenTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'system' ? stored : 'dark'
  } catch {
    return 'dark'
  }
}

/** What is seen. */
const shownTheme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

export const useShownTheme = () => useSyncExternalStore(subscribe, shownTheme)

export const useChosenTheme = () => useSyncExternalStore(subscribe, chosenTheme)

/** Takes effect here and in the other tabs, and holds until another choice. */
export function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice holds until the page is left.
  }
  apply(theme)
}

/** Dark becomes light and light dark, whatever led to it. */
export const toggleTheme = () => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')

/** Follows the system and the other tabs from now on. */
export function followTheme() {
  systemLight().addEventListener('change', () => apply(chosenTheme()))
  addEventListener('storage', (event) => {
    if (event.key === KEY) apply(chosenTheme())
  })
}

function apply(theme: Theme) {
  const light = theme === 'light' || (theme === 'system' && systemLight().matches)
  document.documentElement.classList.toggle('dark', !light)
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', light ? '#f7f9f9' : '#0d1214')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
