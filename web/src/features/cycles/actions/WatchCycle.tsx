import { WatchSend } from '../../series/WatchSend.tsx'
import { useCycle } from '../queries.ts'

/** In a toast that tells that a step is sent: tells how it ended. */
export const WatchCycle = ({ id, run }: { id: string; run: string }) => (
  <WatchSend run={run} present={useCycle(id).data?.occurrence} />
)
