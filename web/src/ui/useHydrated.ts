import { useSyncExternalStore } from 'react'

/**
 * False while a printed page is seen that no script answers yet, then true. A button of such a page is
 * `disabled` until then: a press on it would be lost.
 */
export const useHydrated = () => useSyncExternalStore(never, yes, no)

const never = () => () => {}
const yes = () => true
const no = () => false
