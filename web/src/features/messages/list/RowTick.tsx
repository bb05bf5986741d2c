import { cn } from '../../../ui/cn.ts'

type RowTickProps = {
  label: string
  checked: boolean
  /** Whether a narrow list shows it too, because something is selected. */
  shown: boolean
  onChange: (on: boolean) => void
}

/** The tick box before a row. A narrow list has room for it only while something is selected. */
export function RowTick({ label, checked, shown, onChange }: RowTickProps) {
  return (
    <label
      className={cn('absolute inset-y-0 left-0 flex w-11 pt-4 pl-4', !shown && 'max-md:hidden')}
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
