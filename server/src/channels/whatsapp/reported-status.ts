import { seconds } from '../../platform/clock.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { ChannelEvent } from '../port/receiving.ts'
import type { WhatsappContext } from './context.ts'

/** How an account stands. */
type Status = Extract<ChannelEvent, { kind: 'status' | 'accountLost' }>

export type ReportedStatus = {
  report(status: Status): Promise<void>
  close(): void
}

/**
 * Emits each status of an account until it is stored, or until there is a later one. The network says only once that an
 * account is connected: if that were not stored, the account would send nothing until its connection broke again.
 */
export function openReportedStatus(
  { clock, log }: Pick<WhatsappContext, 'clock' | 'log'>,
  accountId: string,
  tell: (event: Status) => Promise<void>,
): ReportedStatus {
  let latest: Status | undefined
  let cancelRetry = () => {}

  async function report(status: Status) {
    cancelRetry()
    latest = status
    try {
      await tell(status)
    } catch (error) {
      if (latest !== status) return
      log.warn(
        { account: accountId, reason: reasonOf(error) },
        'A status was not stored; retrying.',
      )
      cancelRetry = clock.later(STORE_AGAIN_MS, () => void report(status))
    }
  }

  return {
    report,
    close() {
      latest = undefined
      cancelRetry()
    },
  }
}

/** How soon a status that could not be stored is emitted again. */
const STORE_AGAIN_MS = seconds(1)
