import { NoSuchCycle } from './NoSuchCycle.tsx'

/** The form that changes a cycle. While none can be made, no address leads to one. */
export function Component() {
  return <NoSuchCycle title="Edit cycle" />
}
