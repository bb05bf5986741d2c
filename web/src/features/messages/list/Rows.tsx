import { lazy, type ReactElement, Suspense } from 'react'
import { Boundary } from '../../../ui/Boundary.tsx'

/**
 * With more rows than this, only those near the window are rendered. Below it all are, so that the browser can search
 * the page.
 */
const VIRTUAL_FROM = 80

// Loaded only for long lists, so that lists stay small; until then the first rows are rendered.
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
