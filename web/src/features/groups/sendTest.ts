import type { Delivery } from '@carillon/contract/deliveries'
import { isLost } from '../../api/untilAnswered.ts'
import { askWithRetries } from '../../app/retries.ts'

/** How often, in milliseconds, and how many times to ask for the result of a test message. */
const LOOK_EVERY_MS = 1_000
const LOOKS_MAX = 20

/** What a toast says of a test message. */
type TestResult = { variant?: 'destructive'; description: string }

type Means = {
  /** Must be a call that is done once, however often it is made. */
  send: () => Promise<{ deliveryId: string }>
  look: (deliveryId: string) => Promise<Pick<Delivery, 'status' | 'reason'>>
}

/**
 * Sends a test message and returns its result. It throws only where it is certain that nothing was sent: who
 * reads the error will send it again.
 */
export async function sendTest({ send, look }: Means): Promise<TestResult> {
  let unanswered = false
  const trying = async () => {
    try {
      return await send()
    } catch (error) {
      unanswered ||= isLost(error)
      throw error
    }
  }
  try {
    const { deliveryId } = await askWithRetries(trying)
    return await resultOf(look, deliveryId)
  } catch (error) {
    // A later answer does not tell what became of the try without an answer.
    if (unanswered) return MAYBE_SENT
    throw error
  }
}

/** Waits for the result. The test is in no list, so no live event reports it. */
async function resultOf(look: Means['look'], deliveryId: string, looks = 1): Promise<TestResult> {
  // The server has taken it: whatever happens to a look, it goes out.
  const delivery = await look(deliveryId).catch(() => undefined)
  if (!delivery) return HANDED_OVER
  const { status, reason } = delivery
  if (status === 'sent') return { description: 'Sent. It is there now.' }
  if (status === 'failed' || status === 'skipped') {
    return { variant: 'destructive', description: reason ?? 'It could not be sent.' }
  }
  if (status === 'unconfirmed') {
    return { description: 'It may have been sent: the answer was lost. Look into the chat.' }
  }
  if (looks >= LOOKS_MAX) return { description: reason ?? 'It is still waiting for its turn.' }
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return resultOf(look, deliveryId, looks + 1)
}

const HANDED_OVER: TestResult = {
  description: 'It was handed over, but its result could not be read. Look into the chat.',
}

const MAYBE_SENT: TestResult = {
  variant: 'destructive',
  description:
    'The server did not answer, so it may have been sent. Look into the chat before you send it again.',
}
