import { useEffect } from 'react'

/** Whether the device has a keyboard, as those with a mouse do. On others the keyboard on the screen would cover the page. */
const hasKeys = matchMedia('(any-pointer: fine)')

/**
 * Moves the focus from the heading to the first field when a page opens, except on a device that would then show its
 * keyboard over the page.
 */
export function useFirstField(focus: () => void, opens = true) {
  useEffect(() => {
    if (opens && hasKeys.matches) focus()
    // Only when the page opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
}
