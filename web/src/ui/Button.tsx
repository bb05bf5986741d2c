import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './Spinner.tsx'

type Look = {
  /** `primary` once a page; `plain` in rows and toolbars. */
  variant?: 'primary' | 'secondary' | 'plain' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** A square button that holds one icon; it needs an `aria-label`. */
  icon?: boolean
}

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Work is running: the button keeps its position, size and focus, and ignores presses. */
    loading?: boolean
  }

/** The button. Submits only when `type="submit"` says so. */
export function Button({ variant, size, icon, loading, className, ...props }: ButtonProps) {
  const idle = loading || props['aria-disabled'] === true
  return (
    <button
      type="button"
      {...props}
      {...(idle ? { 'aria-disabled': true, onClick: ignore } : {})}
      aria-busy={loading || undefined}
      className={cn(buttonClasses({ ...look(variant, size, icon) }), className)}
    >
      {loading ? (
        <>
          <span className="contents text-transparent">{props.children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner size={16} label="Working" />
          </span>
        </>
      ) : (
        props.children
      )}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function buttonClasses({ variant = 'secondary', size = 'md', icon = false }: Look = {}) {
  return cn(
    'relative inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none max-sm:whitespace-normal transition-[color,background-color,border-color,translate]',
    'aria-disabled:opacity-55 disabled:opacity-55 aria-disabled:cursor-default active:not-aria-disabled:translate-y-px',
    variants[variant],
    icon ? squares[size] : sizes[size],
  )
}

const variants = {
  primary: 'bg-accent text-accent-ink shadow-card hover:not-aria-disabled:bg-accent-hover',
  secondary:
    'bg-surface text-ink border border-line-strong shadow-card hover:not-aria-disabled:bg-hover hover:not-aria-disabled:border-edge dark:bg-raised',
  plain: 'text-muted hover:not-aria-disabled:bg-hover hover:not-aria-disabled:text-ink',
  danger: 'bg-danger text-danger-ink hover:not-aria-disabled:bg-danger-hover',
}

/** Extends the target of a small button to a height of 44 px, for fingers. */
const REACH =
  "pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-1 pointer-coarse:before:content-['']"

const sizes = {
  sm: `min-h-7 px-2.5 py-0.5 text-sm pointer-coarse:min-h-9 ${REACH}`,
  md: 'min-h-9 px-3.5 py-1 text-base pointer-coarse:min-h-11',
  lg: 'min-h-11 px-5 py-1 text-lg',
}

const squares = {
  sm: `size-7 pointer-coarse:size-9 ${REACH}`,
  md: 'size-9 pointer-coarse:size-11',
  lg: 'size-11',
}

const look = (variant: Look['variant'], size: Look['size'], icon: Look['icon']): Look => ({
  ...(variant ? { variant } : {}),
  ...(size ? { size } : {}),
  ...(icon ? { icon } : {}),
})

function ignore(event: MouseEvent) {
  event.preventDefault()
}
