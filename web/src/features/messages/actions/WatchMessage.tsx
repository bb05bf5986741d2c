import type { Occurrence } from '@carillon/contract/deliveries'
import { WatchSend } from '../../series/WatchSend.tsx'
import { useMessage } from '../queries.ts'

/** In the toast of a message that is being sent: replaces its words by the result. */
export const WatchMessage = ({ id, ...of }: WatchMessageProps) => (
  <WatchSend {...of} present={useMessage(id).data?.occurrence} />
)

type WatchMessageProps = {
  id: string
  run: string
  /** The run as it was before the retry. */
  before?: Occurrence
}
