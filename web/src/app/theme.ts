import { useSyncExternalStore } from 'react'
import { openListeners } from '../ui/listeners.ts'
import { openStored } from '../ui/stored.ts'

export type Theme = 'light' | 'dark' | 'system'

const stored = openStored('localStorage', 'theme')
const systemLight = () => matchMedia('(prefers-color-scheme: light)')
const { subscribe, tell } = openListeners()

/** What is chosen: dark until somebody chooses. public/theme.js applies the same before the first paint. */
function chosenTheme(): Theme {
  const theme = stored.read()
  return theme === 'light' || theme === 'system' ? theme : 'dark'
}

/** What is seen. */
const shownTheme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

export const useShownTheme = () => useSyncExternalStore(subscribe, shownTheme)

export const useChosenTheme = () => useSyncExternalStore(subscribe, chosenTheme)

/** Takes effect here and in the other tabs, and holds until another choice. */
export function chooseTheme(theme: Theme) {
  // Without storage the choice holds until the page is left.
  stored.write(theme)
  apply(theme)
}

/** Dark becomes light and light dark, whatever led to it. */
export const toggleTheme = () => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')

/** Follows the system and the other tabs from now on. */
export function followTheme() {
  systemLight().addEventListener('change', () => apply(chosenTheme()))
  addEventListener('storage', (event) => {
    if (event.key === stored.key) apply(chosenTheme())
  })
}

function apply(theme: Theme) {
  const light = theme === 'light' || (theme === 'system' && systemLight().matches)
  document.documentElement.classList.toggle('dark', !light)
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', light ? '#f7f9f9' : '#0d1214')
  tell()
}
