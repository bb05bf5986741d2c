import type { Occurrence } from '@carillon/contract/deliveries'
import { WatchSend } from '../../series/WatchSend.tsx'
import { useMessage } from '../queries.ts'

/** In a toast that tells that a message is sent: tells how it ended. */
export const WatchMessage = ({ id, ...of }: WatchMessageProps) => (
  <WatchSend {...of} present={useMessage(id).data?.occurrence} />
)

type WatchMessageProps = {
  id: string
  run: string
  /** What the run had come to before it was tried again. */
  before?: Occurrence
}
