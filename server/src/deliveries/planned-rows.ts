import { after } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import type { Slice } from './actions.ts'
import type { Counts } from './plans-in-progress.ts'
import { forecast, uploadMs, contentSizeIn, WINDOW_MIN_MS, type ContentSize } from './rules.ts'
import type * as store from './store.ts'

/** A slice, and whose it is. */
export type OwnSlice = Slice & { userId: string }

type ForecastFrom = {
  lanes: ReadonlyMap<string, store.GroupLane>
  others: Counts
  sizes: ReadonlyMap<string, ContentSize>
}

/** The deliveries of slices, each with `expiresAt` by the forecast of its turn in the lane. */
export function rowsOf(
  ctx: Context,
  slices: readonly OwnSlice[],
  { lanes, others, sizes }: ForecastFrom,
): store.PlannedRow[] {
  const forecastDelayMs = forecast(
    (channel) => ctx.channels.get(channel)?.capabilities.pace,
    others,
  )
  return slices.flatMap(({ occurrenceId, userId, dueAt: slotDueAt, catchUpMs, deliveries }) =>
    deliveries.map(({ groupId, topicId, part, contentId, delayMs = 0, skip = null }) => {
      const lane = lanes.get(groupId)
      if (!lane) throw new Error('A delivery needs a group.')
      const { accountId, title: groupTitle } = lane
      const dueAt = after(slotDueAt, delayMs)
      const { messages, bytes } = contentSizeIn(sizes, contentId, lane.channel)
      // A delivery that waits while another one uploads the files is not late, just as one that waits for the pace.
      const patienceMs = Math.max(catchUpMs, WINDOW_MIN_MS) + uploadMs(bytes)
      const expiresAt = after(dueAt, patienceMs + forecastDelayMs(lane, messages))
      const whose = { id: ctx.ids.next(), occurrenceId, userId, accountId, groupId, topicId }
      return { ...whose, groupTitle, part, contentId, dueAt, expiresAt, skip }
    }),
  )
}
