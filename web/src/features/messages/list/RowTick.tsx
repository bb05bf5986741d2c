import { cn } from '../../../ui/cn.ts'

type RowTickProps = {
  label: string
  checked: boolean
  /** Whether all rows show theirs: something is selected. */
  shown: boolean
  onChange: (on: boolean) => void
}

/**
 * The tick box in the margin of a row: seen on hover, with the focus, by touch, and once anything is selected. A
 * narrow list has no margin for it until then.
 */
export function RowTick({ label, checked, shown, onChange }: RowTickProps) {
  return (
    <label
      className={cn(
        'absolute inset-y-0 left-0 flex w-10 justify-center pt-4 transition-opacity',
        !shown &&
          'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 max-md:hidden pointer-coarse:opacity-100',
      )}
    >
      <input
        type="checkbox"
        data-row
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
