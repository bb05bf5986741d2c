import { Moon, Sun } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { toggleTheme, useShownTheme } from './theme.ts'

/** Dark to light and back. */
export function ThemeToggle() {
  const dark = useShownTheme() === 'dark'
  const Icon = dark ? Sun : Moon
  return (
    <Button variant="plain" icon aria-label="Toggle theme" onClick={toggleTheme}>
      <Icon size={20} aria-hidden />
    </Button>
  )
}
