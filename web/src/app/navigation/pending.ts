import { createContext, use } from 'react'

export const Pending = createContext(false)

/** Whether the next page is loading. */
export const useNavigating = () => use(Pending)
