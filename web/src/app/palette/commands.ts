import {
  CalendarDays,
  CreditCard,
  Keyboard,
  MonitorSmartphone,
  Moon,
  PenLine,
  Plus,
  Settings,
  Sun,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { Found, FoundGroup } from '../../ui/Finder.tsx'
import { dashboardLinks } from '../dashboard/links.ts'
import { CALENDAR, paths } from '../paths.ts'
import { chooseTheme, useChosenTheme, useShownTheme } from '../theme.ts'

/** Other words that find it. */
type Command = Found & { also?: string }
type Commands = { title: string; items: Command[] }

/** The commands of all pages; each closes the palette first. */
export function useCommands(close: () => void, showKeys: () => void): Commands[] {
  const navigate = useNavigate()
  const dark = useShownTheme() === 'dark'
  const chosen = useChosenTheme()
  const go = (to: string) => () => {
    close()
    navigate(to)
  }
  const act = (work: () => void) => () => {
    close()
    work()
  }
  return [
    {
      title: 'Create',
      items: [
        {
          id: 'new-message',
          label: 'New message',
          icon: PenLine,
          also: 'write',
          run: go(paths.newMessage),
        },
        { id: 'new-cycle', label: 'New cycle', icon: Plus, run: go(paths.newCycle) },
      ],
    },
    {
      title: 'Go to',
      items: [
        ...dashboardLinks.map(({ to, label, icon }) => ({ id: to, label, icon, run: go(to) })),
        {
          id: 'calendar',
          label: 'Calendar',
          icon: CalendarDays,
          also: 'month week',
          run: go(CALENDAR),
        },
        {
          id: 'settings',
          label: 'Settings',
          icon: Settings,
          also: 'profile e-mail password time zone sessions account',
          run: go(paths.settings),
        },
        {
          id: 'plans',
          label: 'Plans',
          icon: CreditCard,
          also: 'pricing upgrade pro billing',
          run: go(paths.pricing),
        },
      ],
    },
    {
      title: 'More',
      items: [
        {
          id: 'theme',
          label: dark ? 'Light theme' : 'Dark theme',
          icon: dark ? Sun : Moon,
          also: 'toggle dark light appearance colors',
          run: act(() => chooseTheme(dark ? 'light' : 'dark')),
        },
        ...(chosen === 'system'
          ? []
          : [
              {
                id: 'system-theme',
                label: 'Theme of this device',
                icon: MonitorSmartphone,
                also: 'system appearance colors',
                run: act(() => chooseTheme('system')),
              },
            ]),
        { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, also: 'help', run: showKeys },
      ],
    },
  ]
}

/** The commands that have a word beginning with each word of `query`; all of them before anything is typed. */
export function matching(commands: Commands[], query: string): FoundGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.map(({ title, items }) => ({
    title,
    items: items.filter(({ label, also = '' }) => {
      const text = ` ${label} ${also}`.toLowerCase()
      return words.every((word) => text.includes(` ${word}`))
    }),
  }))
}
