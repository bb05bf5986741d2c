import { WatchSend } from '../../series/WatchSend.tsx'
import { useMessage } from '../queries.ts'

/** In a toast that tells that a message is sent: tells how it ended. */
export const WatchMessage = ({ id, run }: { id: string; run: string }) => (
  <WatchSend run={run} present={useMessage(id).data?.occurrence} />
)
