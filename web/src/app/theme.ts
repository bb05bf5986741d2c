import { useSyncExternalStore } from 'react'
import { openListeners } from '../ui/listeners.ts'
import { openStored } from '../ui/stored.ts'

export type Theme = 'light' | 'dark' | 'system'

const stored = openStored('localStorage', 'theme')
const systemLight = () => matchMedia('(prefers-color-scheme: light)')
const { subscribe, tell } = openListeners()

/** The chosen theme; dark by default. public/theme.js applies the same before the first paint. */
function chosenTheme(): Theme {
  const theme = stored.read()
  return theme === 'light' || theme === 'system' ? theme : 'dark'
}

/** The visible theme. */
const shownTheme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

export const useShownTheme = () => useSyncExternalStore(subscribe, shownTheme)

export const useChosenTheme = () => useSyncExternalStore(subscribe, chosenTheme)

/** Applies a theme here and in the other tabs, and stores it. */
export function chooseTheme(theme: Theme) {
  // Without storage the choice lasts until the page is left.
  stored.write(theme)
  apply(theme)
}

/** Switches from dark to light or back, whatever was chosen before. */
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
