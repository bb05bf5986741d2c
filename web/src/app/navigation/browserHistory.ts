import { openHistory } from './history.ts'

/** The history of this window. Prerendering has none. */
export const browserHistory = import.meta.env.SSR
  ? ({} as ReturnType<typeof openHistory>)
  : openHistory()
