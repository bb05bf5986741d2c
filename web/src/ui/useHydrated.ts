import { useSyncExternalStore } from 'react'

/**
 * False until React has hydrated the prerendered page. Its buttons are `disabled` until then: a press would be lost.
 */
export const useHydrated = () => useSyncExternalStore(never, yes, no)

const never = () => () => {}
const yes = () => true
const no = () => false
