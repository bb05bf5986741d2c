import { chooseTheme, type Theme, useChosenTheme } from '../../app/theme.ts'
import { Choice, choicesClasses } from '../../ui/Choice.tsx'
import { Section } from './Section.tsx'

const themes: { theme: Theme; label: string }[] = [
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
  { theme: 'system', label: 'System' },
]

/** Light, dark, or as the system is; kept in this browser. */
export function Appearance() {
  const chosen = useChosenTheme()
  return (
    <Section
      id="appearance"
      note="Kept in this browser. System follows your device, also while you work."
    >
      <fieldset className="max-w-[400px]">
        <legend className="mb-1.5 text-sm font-medium">Theme</legend>
        <div className={choicesClasses}>
          {themes.map(({ theme, label }) => (
            <Choice
              key={theme}
              name="theme"
              label={label}
              checked={chosen === theme}
              onChange={() => chooseTheme(theme)}
            />
          ))}
        </div>
      </fieldset>
    </Section>
  )
}
