import type { MessageSummary } from '@carillon/contract/messages'
import { instantOf } from '../schedule/when.ts'

/** When a message will be sent, else when it was sent, else when it was due. ISO 8601. */
export function timeOf({ nextAt, occurrence, schedule }: MessageSummary): string | undefined {
  const at = nextAt ?? occurrence?.dueAt
  if (at || schedule?.rule.kind !== 'once') return at
  return instantOf(schedule.rule.at, schedule.timeZone)?.at.toISOString()
}
