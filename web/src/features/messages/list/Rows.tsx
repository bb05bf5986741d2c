import { lazy, type ReactElement, Suspense } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'

/** From this many rows on only those near the window are drawn; below, all of them, so that pages can be searched. */
const VIRTUAL_FROM = 80

// Few have so many: a list is light, and draws its first rows until this is there.
const VirtualRows = lazy(async () => ({
  default: (await import('./VirtualRows.tsx')).VirtualRows,
}))

/** The rows of a list, however many; each needs a key. */
export function Rows({ rows }: { rows: ReactElement[] }) {
  if (rows.length <= VIRTUAL_FROM) return <AllRows rows={rows} />
  return (
    <Boundary renderFallback={() => <AllRows rows={rows} />}>
      <Suspense fallback={<AllRows rows={rows.slice(0, VIRTUAL_FROM)} />}>
        <VirtualRows rows={rows} />
      </Suspense>
    </Boundary>
  )
}

const AllRows = ({ rows }: { rows: ReactElement[] }) => (
  <ul>
    {rows.map((row) => (
      <li key={row.key} className="border-b border-line last:border-0">
        {row}
      </li>
    ))}
  </ul>
)
