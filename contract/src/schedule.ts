import { endpoint } from './endpoint.ts'

export type { Schedule } from './schedule/schedule.ts'
export type { SlotMark, Slot, PreviewSlot, SchedulePreview } from './schemas/schedule.ts'

/** Largest n of "ends after n": about 27 years of a daily schedule. */
export const ENDS_AFTER_MAX = 10_000

/** Most slots that are skipped, and most that are moved; and most periods without slots. */
export const EXCEPTIONS_MAX = 1_000
export const BLACKOUTS_MAX = 100

/** The largest random delay after a slot, and the longest spread over groups, in minutes. */
export const JITTER_MAX_MINUTES = 30
export const SPREAD_MAX_MINUTES = 12 * 60

/** Most slots of one preview. */
export const PREVIEW_MAX = 100

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/api/schedules/preview',
  summary: 'Compute the next slots of a schedule, exactly as they will run, and its rule in words.',
  auth: 'user',
  cost: 'heavy',
  body: 'PreviewSchedule',
  data: 'SchedulePreview',
})
