import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { controlClasses } from './controlClasses.ts'
import { enter } from './enter.ts'

type SearchInputProps = Omit<ComponentProps<'input'>, 'type'>

/** A search field. A button or Escape empties it. */
export function SearchInput({
  className,
  placeholder = 'Search',
  onKeyDown,
  ...props
}: SearchInputProps) {
  return (
    <span className={cn('relative block w-full', className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        {...props}
        type="search"
        placeholder={placeholder}
        className={cn(controlClasses, 'peer h-9 pointer-coarse:h-11 px-9')}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          if (event.key !== 'Escape' || !event.currentTarget.value) return
          // The next Escape closes the surrounding panel.
          event.preventDefault()
          enter(event.currentTarget, '')
        }}
      />
      <button
        type="button"
        aria-label="Clear"
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors peer-placeholder-shown:hidden hover:text-ink"
        onClick={({ currentTarget }) => {
          const input = currentTarget.parentElement?.querySelector('input')
          if (input) enter(input, '')
          input?.focus()
        }}
      >
        <X size={16} aria-hidden />
      </button>
    </span>
  )
}
