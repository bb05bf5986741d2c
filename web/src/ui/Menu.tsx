import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix, Slot } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { cn } from './cn.ts'
import { ignoreWhenClosed } from './ignoreWhenClosed.ts'

/** One line of a menu: an action, or a link around the words it is given. */
export type MenuEntry = {
  label: string
  icon?: LucideIcon
  /** Leads to something that cannot be taken back. */
  danger?: true
} & ({ onSelect: () => void } | { link: (words: ReactNode) => ReactElement })

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement
  /** Lines from top to bottom; a dash draws a line between, what is false is left out. */
  items: (MenuEntry | '-' | false)[]
  /** What stands above the lines. */
  head?: ReactNode
  /** The width, if it is not set by the longest line. */
  className?: string
  /** Open at first render: its code was loaded because its button was pressed. */
  opens?: boolean
}

/** The dialog or landmark that a button is in. A header in the page itself is no landmark. */
const placeOf = (button: HTMLElement): Element | null =>
  button.closest('[role="dialog"], main, aside') ?? button.closest('header')

/**
 * Actions behind a button. Opens by a press, closes by a choice, Escape or a press outside. It is at the end of
 * the dialog or landmark of its button: next to the button, a bar at the foot of the page would cover it.
 */
export function Menu({ trigger, items, head, className, opens = false }: MenuProps) {
  const [open, setOpen] = useState(opens)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger ref={setButton} asChild>
        <Pressed onClick={() => setOpen(!open)}>{trigger}</Pressed>
      </Radix.Trigger>
      {button && (
        <Radix.Portal container={placeOf(button)}>
          <Radix.Content
            // A second press of the button closes it by its click, and must not open it again.
            onInteractOutside={(event) => {
              if (button.contains(event.target as Node)) event.preventDefault()
            }}
            onClickCapture={ignoreWhenClosed}
            align="end"
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-50 rounded-lg border border-line bg-raised p-1 shadow-pop data-[state=closed]:animate-vanish data-[state=open]:animate-appear',
              className ?? 'min-w-44',
            )}
          >
            {head}
            {head && <Line />}
            {items.map((item, index) =>
              item === '-' ? (
                // oxlint-disable-next-line react/no-array-index-key -- A line has no other name.
                <Line key={index} />
              ) : (
                item && <Item key={item.label} item={item} />
              ),
            )}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

/**
 * The button, opening by a click alone: Radix opens when the pointer goes down, which also begins a drag or a
 * scroll, and takes away the events that a drag needs.
 */
const Pressed = ({ onPointerDown: _tooEarly, ...props }: ComponentProps<typeof Slot.Root>) => (
  <Slot.Root {...props} />
)

function Item({ item }: { item: MenuEntry }) {
  const look = cn(
    'flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-highlighted:bg-hover',
    item.danger && 'text-danger',
  )
  const words: ReactNode[] = [
    item.icon && <item.icon key="icon" size={16} aria-hidden className="shrink-0 opacity-75" />,
    item.label,
  ]
  return 'link' in item ? (
    <Radix.Item asChild className={look}>
      {item.link(words)}
    </Radix.Item>
  ) : (
    <Radix.Item onSelect={item.onSelect} className={look}>
      {words}
    </Radix.Item>
  )
}

function Line() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
