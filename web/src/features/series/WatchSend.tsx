import type { Occurrence } from '@carillon/contract/deliveries'
import { useEffect } from 'react'
import { toast } from '../../ui/toast/store.ts'
import { count } from '../../ui/words.ts'

type WatchSendProps = {
  /** The run that a toast tells of, and the present one of the same message or cycle. */
  run: string
  present: Occurrence | null | undefined
  /** The counts of the run before it was tried again. */
  before?: Occurrence | undefined
}

/** In a toast that tells of a run: once it has ended, tells to how many groups it was sent. */
export function WatchSend({ run, present, before }: WatchSendProps) {
  const words = present?.id === run && hasMoved(present, before) ? endWords(present) : ''
  useEffect(() => {
    if (words) toast({ title: words })
  }, [words])
  return null
}

const hasMoved = (present: Occurrence, before: Occurrence | undefined) =>
  before?.status !== present.status || before.sent !== present.sent

/** `Sent to 3 of 3 groups`, or that it cannot be sent for now or at all; empty while it is going on. */
function endWords({ status, sent, total, pending, waiting, reason }: Occurrence): string {
  if (waiting?.code === 'restricted' && waiting.count === pending) {
    return 'Not sent yet: the network has restricted the number'
  }
  if (status === 'skipped') return reason ?? 'It was not sent.'
  return status === 'done' || status === 'partly'
    ? `Sent to ${sent} of ${count(total, 'group')}`
    : ''
}
