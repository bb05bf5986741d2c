import { openPortal, refreshSubscription } from '@carillon/contract/payments'
import { call } from '../../../api/call.ts'
import { logError } from '../../../api/log.ts'
import { session } from '../../../api/session/current.ts'

/** Asks for the provider's own pages. */
export const askForPortal = () => call(openPortal)

/** Makes the server read the subscription now. A webhook may be earlier. If reading fails, the server tries again. */
export async function askForSubscription(): Promise<void> {
  try {
    await call(refreshSubscription)
    await session.refresh()
  } catch (error) {
    logError('The subscription could not be read.', error)
  }
}
