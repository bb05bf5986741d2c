import { createContext, use } from 'react'

export const Pending = createContext(false)

/** Whether the next page is on its way. */
export const useNavigating = () => use(Pending)
