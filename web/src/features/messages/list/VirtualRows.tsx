import type { ReactElement } from 'react'
import { WindowVirtualizer } from 'virtua'

/** How far beyond the window rows are rendered, in pixels, so that fast scrolling shows no gap. */
const BUFFER_PX = 600

/** Renders only the rows near the window. */
export function VirtualRows({ rows }: { rows: ReactElement[] }) {
  return (
    <WindowVirtualizer as="ul" item="li" bufferSize={BUFFER_PX}>
      {rows.map((row) => (
        <div key={row.key} className="border-b border-line">
          {row}
        </div>
      ))}
    </WindowVirtualizer>
  )
}
