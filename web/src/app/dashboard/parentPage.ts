import { createContext } from 'react'

/** The parent of a page: its path, its address with the query it last had, its name. */
export type Parent = { to: string; path: string; label: string }

/** The parent of the present page; the dashboard layout provides it. */
export const ParentPage = createContext<Parent | undefined>(undefined)
