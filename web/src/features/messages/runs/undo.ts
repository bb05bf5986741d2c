import type { InputOf } from '@carillon/contract/endpoint'
import type { Message } from '@carillon/contract/messages'
import type { changeSlot, restoreSeries } from '@carillon/contract/slots'

export type SlotChange = InputOf<typeof changeSlot>['body']
export type SeriesBefore = InputOf<typeof restoreSeries>['body']

/**
 * The call that undoes a change of a run, from the series before and after it. A run without an earlier change is
 * restored alone, so that later changes stay. Otherwise the whole series is restored.
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
