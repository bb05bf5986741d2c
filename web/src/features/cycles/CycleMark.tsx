import { Orbit } from 'lucide-react'
import { shadeOf } from './color.ts'

/** Stands before the name of a cycle: the icon of cycles in its color. Renders nothing without a color. */
export function CycleMark({ color, size = 14 }: { color: string | undefined; size?: number }) {
  if (!color) return null
  return (
    <Orbit
      size={size}
      strokeWidth={2.5}
      aria-hidden
      className="mr-1 inline-block align-middle"
      style={{ color: shadeOf(color) }}
    />
  )
}
