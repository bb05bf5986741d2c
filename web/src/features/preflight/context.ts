import type { Preflight } from '@carillon/contract/messages'
import { createContext, use } from 'react'
import type { Finding, Fix } from './findings.ts'

/** The forecast of the surrounding form, if it were saved now. */
export type Checked = {
  findings: readonly Finding[]
  forecast: Preflight['forecast']
  /** The time zone of the schedule, if it has one. */
  zone: string | undefined
  /** Whether it is sent more than once: then the forecast is for the first of its next runs. */
  repeats: boolean
  /** Whether there is enough to be judged. */
  isAsked: boolean
  isChecking: boolean
  /** Why it could not be judged, in words. */
  problem: string | undefined
  /** What the form lacks before it can be judged, in words. */
  lacks: string | undefined
  again: () => void
  applyFix: (fix: Fix) => void
}

/** What is said instead of a forecast if what is written cannot be saved. */
export const WRONG_FIELD = 'A field has to be changed first.'

const unchecked: Checked = {
  findings: [],
  forecast: null,
  zone: undefined,
  repeats: false,
  isAsked: false,
  isChecking: false,
  problem: undefined,
  lacks: undefined,
  again: () => {},
  applyFix: () => {},
}

export const CheckedContext = createContext(unchecked)

/** The forecast of the surrounding form, if it were saved now. */
export const useChecked = () => use(CheckedContext)
