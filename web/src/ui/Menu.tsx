import type { LucideIcon } from 'lucide-react'
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { opening, type TriggerProps } from './opening.ts'

/** One line of a menu: an action, or a link around the words it is given. */
export type MenuEntry = {
  label: string
  icon?: LucideIcon
  /** Leads to something that cannot be taken back. */
  danger?: true
} & ({ onSelect: () => void } | { link: (words: ReactNode) => ReactElement })

export type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<TriggerProps>
  /** Lines from top to bottom; a dash draws a line between, what is false is left out. */
  items: (MenuEntry | '-' | false)[]
  /** What stands above the lines. */
  head?: ReactNode
  /** The width, when the longest line shall not decide. */
  className?: string
}

const fetchMenu = () => import('./radix/Menu.tsx')
const Loaded = lazy(fetchMenu)

/**
 * Actions behind a button. Opens by a press, closes by a choice, Escape or a press outside. Its code is
 * fetched when the button is first pointed at or focused.
 */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false)
  const closed = opening(props.trigger, 'menu', fetchMenu, () => setUsed(true))
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <Loaded {...props} />
    </Suspense>
  )
}
