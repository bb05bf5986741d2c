import { openHistory } from './history.ts'

/** The history of this window. There is none while a page is prerendered, which goes nowhere. */
export const browserHistory = import.meta.env.SSR
  ? ({} as ReturnType<typeof openHistory>)
  : openHistory()
