import type { ReactElement } from 'react'
import { WindowVirtualizer } from 'virtua'

/** What is drawn beyond the window, in pixels, so that a fast wheel does not outrun it. */
const BUFFER_PX = 600

/** Rows of which only those near the window are in the document. */
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
