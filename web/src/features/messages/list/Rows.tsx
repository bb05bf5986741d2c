import type { ReactElement } from 'react'
import { VirtualRows } from './VirtualRows.tsx'

/** From this many rows on only those near the window are drawn; below, all of them, so that pages can be searched. */
const VIRTUAL_FROM = 80

/** The rows of a list, however many; each needs a key. */
export function Rows({ rows }: { rows: ReactElement[] }) {
  if (rows.length > VIRTUAL_FROM) return <VirtualRows rows={rows} />
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.key} className="border-b border-line last:border-0">
          {row}
        </li>
      ))}
    </ul>
  )
}
