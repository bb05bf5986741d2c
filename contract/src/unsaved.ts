import { endpoint } from './endpoint.ts'

export type { Unsaved, UnsavedForm } from './schemas/unsaved.ts'

/** Most unsaved forms of a user, most characters of one and of all, and how long they are stored. */
export const UNSAVED_FORMS_MAX = 20
export const UNSAVED_SIZE_MAX = 300_000
export const UNSAVED_SIZE_MAX_TOTAL = 1_000_000
export const UNSAVED_LIFETIME_DAYS = 14

/** For how many days what was created from a form is known: much longer than a device stores a form that nobody types into. */
export const CREATED_FORMS_DAYS = 180

/** Of how many forms of a user that is known at most. */
export const CREATED_FORMS_MAX = 5_000

export const getUnsaved = endpoint({
  method: 'GET',
  path: '/api/unsaved/:place',
  summary:
    'Read what was typed into a form and not saved, on any device, and what was created from it; null if there is nothing.',
  auth: 'user',
  params: 'UnsavedParams',
  query: 'UnsavedQuery',
  data: 'Unsaved',
})

export const keepUnsaved = endpoint({
  method: 'PUT',
  path: '/api/unsaved/:place',
  summary:
    'Store what was typed into a form. Refused if another device has written since, so that nothing unseen is overwritten.',
  auth: 'user',
  params: 'UnsavedParams',
  body: 'KeepUnsaved',
  data: 'UnsavedForm',
})

export const forgetUnsaved = endpoint({
  method: 'DELETE',
  path: '/api/unsaved/:place',
  summary:
    'Delete what was typed into a form, after it was saved or discarded. What was written since stays.',
  auth: 'user',
  params: 'UnsavedParams',
  body: 'ForgetUnsaved',
  data: 'Done',
})
