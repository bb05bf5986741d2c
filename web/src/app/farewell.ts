import { useLocation } from 'react-router'

/** What somebody is told who has left for good. */
export type Farewell = { title: string; text: string }

/** What is to be told on the page where somebody has landed, until they go on. */
export function useFarewell(): Farewell | undefined {
  const state = useLocation().state as { farewell?: Farewell } | null
  return state?.farewell
}
