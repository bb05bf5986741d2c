import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  /** The width, when the longest item shall not decide. */
  className?: string
}

/** Actions behind a button. Opens by a press, closes by a choice, Escape or a press outside. */
export function Menu({ trigger, children, className }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 rounded-lg border border-line bg-raised p-1 shadow-pop data-[state=closed]:animate-vanish data-[state=open]:animate-appear',
            className ?? 'min-w-44',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  /** Leads to something that cannot be taken back. */
  danger?: boolean
  /** The child is the item itself, such as a link. */
  asChild?: boolean
  onSelect?: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger, asChild, onSelect, children }: ItemProps) {
  return (
    <Radix.Item
      {...(asChild ? { asChild } : {})}
      {...(onSelect ? { onSelect } : {})}
      className={cn(menuItemLook, danger && 'text-danger')}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

const menuItemLook =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-highlighted:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:opacity-75'

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
