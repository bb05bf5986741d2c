import { endpoint } from './endpoint.ts'

export type { Schedule } from './schedule/schedule.ts'
export type { SlotMark, Slot, SchedulePreview } from './schemas/schedule.ts'

/** Largest n of "ends after n": some 27 years of every day. */
export const AFTER_MAX = 10_000

/** Most single slots that are skipped, and that are moved; and most periods without any. */
export const EXCEPTIONS_MAX = 1_000
export const BLACKOUTS_MAX = 100

/** The largest random delay after a slot, and the longest spread over groups, in minutes. */
export const JITTER_MAX_MINUTES = 30
export const SPREAD_MAX_MINUTES = 12 * 60

/** Slots one preview may list. */
export const PREVIEW_MAX = 100

export const previewSchedule = endpoint({
  method: 'POST',
  path: '/api/schedules/preview',
  summary: 'The next slots of a schedule, exactly as they will run, and its rule in words.',
  auth: 'user',
  cost: 'heavy',
  body: 'PreviewSchedule',
  data: 'SchedulePreview',
})
