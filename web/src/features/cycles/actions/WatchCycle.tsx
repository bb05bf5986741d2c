import { WatchSend } from '../../series/WatchSend.tsx'
import { useCycle } from '../queries.ts'

/** In the toast of a step that is being sent: replaces its words by the result. */
export const WatchCycle = ({ id, run }: { id: string; run: string }) => (
  <WatchSend run={run} present={useCycle(id).data?.occurrence} />
)
