import { Moon, Sun } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { useHydrated } from '../ui/useHydrated.ts'
import { toggleTheme } from './theme.ts'

/** Switches dark to light and back. CSS chooses the icon, since a prerendered page does not know the theme. */
export function ThemeToggle() {
  return (
    <Button
      variant="plain"
      icon
      aria-label="Toggle theme"
      disabled={!useHydrated()}
      className="disabled:opacity-100"
      onClick={toggleTheme}
    >
      <Sun size={20} aria-hidden className="not-dark:hidden" />
      <Moon size={20} aria-hidden className="dark:hidden" />
    </Button>
  )
}
