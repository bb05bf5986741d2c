import { z } from 'zod'
import { TimeZone } from './users.ts'
import { LocalDateTime } from './wire.ts'

/** When a message goes out: a rule on the wall clock of a named zone. */
export const Schedule = z.object({
  timeZone: TimeZone,
  rule: z.discriminatedUnion('kind', [z.object({ kind: z.literal('once'), at: LocalDateTime })]),
})
export type Schedule = z.infer<typeof Schedule>

/** What changing clocks did to a slot: moved forward out of a gap, or the first of a time that comes twice. */
export const SlotMark = z.enum(['gap_shifted', 'overlap_first'])
export type SlotMark = z.infer<typeof SlotMark>
