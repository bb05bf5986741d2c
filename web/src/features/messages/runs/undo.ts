import type { InputOf } from '@carillon/contract/endpoint'
import type { Message } from '@carillon/contract/messages'
import type { changeSlot, restoreSeries } from '@carillon/contract/slots'

export type SlotChange = InputOf<typeof changeSlot>['body']
export type SeriesBefore = InputOf<typeof restoreSeries>['body']

/**
 * What takes a change of a run back, given the series before and after it. A run that was as planned
 * is put back by itself, whatever else was changed since; any other with the series as it was.
 */
export function undoOf(
  before: Message,
  slotAt: string,
  what: SlotChange,
  after: Message & { continuedBy?: string | undefined },
): { change: SlotChange } | { series: SeriesBefore } {
  const { schedule, exceptions } = before
  const asPlanned = !exceptions.some((one) => one.slotAt === slotAt)
  if (!schedule || (!what.following && asPlanned)) return { change: { restore: true } }
  const contents = exceptions.flatMap(({ slotAt, content, following }) =>
    content ? [{ slotAt, content, ...(following ? { following } : {}) }] : [],
  )
  const { rev, continuedBy } = after
  return { series: { rev, schedule, contents, ...(continuedBy ? { continuedBy } : {}) } }
}
