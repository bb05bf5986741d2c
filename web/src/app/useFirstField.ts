import { useEffect } from 'react'

/** A device with a mouse has keys too; on others the keys on the screen would cover the page. */
const hasKeys = matchMedia('(any-pointer: fine)')

/**
 * Gives the first field of a page the focus when it opens, after its heading had it; not on a device that
 * would then show its keys over the page.
 */
export function useFirstField(focus: () => void, opens = true) {
  useEffect(() => {
    if (opens && hasKeys.matches) focus()
    // Only as the page opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
