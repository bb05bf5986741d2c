import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import type { MenuEntry, MenuProps } from '../Menu.tsx'

/**
 * The menu behind ../Menu.tsx; it is there because its button was pressed, so it starts open. It stays
 * where its button is in the document, so that it belongs to the same landmark.
 */
export default function Menu({ trigger, items, head, className }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
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
    </Radix.Root>
  )
}

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
