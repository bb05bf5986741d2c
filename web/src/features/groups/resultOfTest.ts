import { getDelivery } from '@carillon/contract/deliveries'
import { call } from '../../api/call.ts'

/** How often, in milliseconds, and how many times to ask for the result of a test message. */
const LOOK_EVERY_MS = 1_000
const LOOKS_MAX = 20

/** What a toast says of a test message. */
type TestResult = { variant?: 'destructive'; description: string }

/** Waits for the result of a test message. It belongs to no message, so no live event reports it. */
export async function resultOfTest(deliveryId: string, looks = 1): Promise<TestResult> {
  const { status, reason } = await call(getDelivery, { params: { id: deliveryId } })
  if (status === 'sent') return { description: 'Sent. It is there now.' }
  if (status === 'failed' || status === 'skipped') {
    return { variant: 'destructive', description: reason ?? 'It could not be sent.' }
  }
  if (status === 'unconfirmed') {
    return { description: 'It may have been sent: the answer was lost. Look into the chat.' }
  }
  if (looks >= LOOKS_MAX) return { description: reason ?? 'It is still waiting for its turn.' }
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return resultOfTest(deliveryId, looks + 1)
}
