import { createContext } from 'react'

/** A page that another belongs under: its path, its address with the query it was left with, its name. */
export type Parent = { to: string; path: string; label: string }

/** The page under which the present one lies; the frame of the dashboard knows it. */
export const ParentPage = createContext<Parent | undefined>(undefined)
