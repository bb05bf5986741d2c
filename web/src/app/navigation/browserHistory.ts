import { openHistory } from './history.ts'

/** The history of this window. */
export const browserHistory = openHistory()
