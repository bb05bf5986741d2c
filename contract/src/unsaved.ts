import { endpoint } from './endpoint.ts'

export type { UnsavedForm } from './schemas/unsaved.ts'

/** How many forms are kept for a user, how large one may be and all together, in characters, and for how long. */
export const UNSAVED_MAX = 20
export const UNSAVED_SIZE_MAX = 300_000
export const UNSAVED_SIZE_MAX_TOTAL = 1_000_000
export const UNSAVED_DAYS = 14

export const getUnsaved = endpoint({
  method: 'GET',
  path: '/api/unsaved/:place',
  summary: 'Read what was typed into a form and not saved, on whichever device; null without.',
  auth: 'user',
  params: 'UnsavedParams',
  data: 'Unsaved',
})

export const keepUnsaved = endpoint({
  method: 'PUT',
  path: '/api/unsaved/:place',
  summary:
    'Keep what was typed into a form. What another device has written meanwhile is refused to be replaced unseen.',
  auth: 'user',
  params: 'UnsavedParams',
  body: 'KeepUnsaved',
  data: 'UnsavedForm',
})

export const forgetUnsaved = endpoint({
  method: 'DELETE',
  path: '/api/unsaved/:place',
  summary:
    'Forget what was typed into a form: it was saved or thrown away. What was written since stays.',
  auth: 'user',
  params: 'UnsavedParams',
  body: 'ForgetUnsaved',
  data: 'Done',
})
