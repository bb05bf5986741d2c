/** The CSS classes of every control that takes text. */
export const controlClasses =
  'w-full rounded-md border border-edge bg-surface px-3 text-base text-ink transition-colors hover:not-focus:not-disabled:border-muted focus-visible:outline-offset-0 aria-invalid:border-danger disabled:opacity-60 max-md:text-lg'
