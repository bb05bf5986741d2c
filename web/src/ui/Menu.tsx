import type { LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

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
  /** The edge of its button that it keeps to; the end unless told. */
  align?: 'start' | 'end'
  /** The width, when the longest line shall not decide. */
  className?: string
}

type TriggerProps = {
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

const fetchMenu = () => import('./radix/Menu.tsx')
const Loaded = lazy(fetchMenu)

/**
 * Actions behind a button. Opens by a press, closes by a choice, Escape or a press outside. Its code is
 * fetched when the button is first pointed at or focused.
 */
export function Menu(props: MenuProps) {
  const [used, setUsed] = useState(false)
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setUsed(true),
    onPointerEnter: prefetch,
    onFocus: prefetch,
  })
  if (!used) return closed
  return (
    <Suspense fallback={closed}>
      <Loaded {...props} />
    </Suspense>
  )
}

const prefetch = () => {
  // A failure is told of when the menu is really opened.
  fetchMenu().catch(() => {})
}
