import { createContext, useContext } from 'react'
import { perZone } from './perZone.ts'
import { useNow } from './useNow.ts'

/** The zone of typed days and times: that of the form, else that of the profile. */
export const FieldZone = createContext('UTC')

/** What day it is in that zone: `2026-12-01`. */
export const useToday = (): string => isoDay(useContext(FieldZone)).format(useNow())

// The Swedish way to write a date is the ISO one.
const isoDay = perZone('sv-SE', { dateStyle: 'short' })
