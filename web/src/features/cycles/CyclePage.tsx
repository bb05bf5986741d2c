import { NoSuchCycle } from './NoSuchCycle.tsx'

/** One cycle. While none can be made, no address leads to one. */
export function Component() {
  return <NoSuchCycle title="Cycle" />
}
