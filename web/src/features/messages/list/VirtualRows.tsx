import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { rememberHeights } from './rowHeights.ts'

/** How far beyond the window rows are rendered, in pixels, so that fast scrolling shows no gap. */
const BUFFER_PX = 600

const heights = rememberHeights()

/** Renders only the rows near the window. Who comes back to a list finds its rows at the former place. */
export function VirtualRows({ rows }: { rows: ReactElement[] }) {
  const { key } = useLocation()
  const list = useRef<WindowVirtualizerHandle>(null)
  const [known] = useState(() => heights.of(key, rows.length))
  useLayoutEffect(() => {
    const present = list.current
    return () => {
      if (present) heights.keep(key, present.cache)
    }
  }, [key])
  useEffect(() => {
    const store = () => list.current && heights.store(key, list.current.cache)
    addEventListener('pagehide', store)
    return () => removeEventListener('pagehide', store)
  }, [key])
  // Without a size of its own it would wait for rows it does not know before it renders any beyond the window.
  const former = known && { cache: known, itemSize: known[1]! }
  return (
    <WindowVirtualizer ref={list} {...former} as="ul" item="li" bufferSize={BUFFER_PX}>
      {rows.map((row) => (
        <div key={row.key} className="border-b border-line">
          {row}
        </div>
      ))}
    </WindowVirtualizer>
  )
}
