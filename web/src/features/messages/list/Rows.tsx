import { lazy, type ReactElement, Suspense } from 'react'

/** From this many rows on only those near the window are drawn; below, all of them, so that pages can be searched. */
const VIRTUAL_FROM = 80

const VirtualRows = lazy(() => import('./VirtualRows.tsx'))

/** The rows of a list, however many; each needs a key. */
export function Rows({ rows }: { rows: ReactElement[] }) {
  const all = (
    <ul>
      {rows.slice(0, VIRTUAL_FROM).map((row) => (
        <li key={row.key} className="border-b border-line last:border-0">
          {row}
        </li>
      ))}
    </ul>
  )
  if (rows.length <= VIRTUAL_FROM) return all
  return (
    <Suspense fallback={all}>
      <VirtualRows rows={rows} />
    </Suspense>
  )
}
