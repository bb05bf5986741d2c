import { z } from 'zod'
import { UNSAVED_SIZE_MAX } from '../unsaved.ts'
import { Id, Instant } from './wire.ts'

/** Which form it is: `new`, `new-cycle`, the id of what it edits, or `run:` with that and the slot of a single run. */
export const UnsavedParams = z.object({
  place: z.string().regex(/^[\w:.-]{1,120}$/, 'There is no such form.'),
})

/** The random name that a device gives to a form. */
export const FormId = z.string().regex(/^[\w-]{1,64}$/, 'This is no id of a form.')

export const UnsavedQuery = z.object({
  /** Asks what was created from this form. */
  formId: FormId.optional(),
  /** The browser that asks. */
  device: z.string().max(64).optional(),
  /** The ids of the forms that it still has itself, with commas: they are returned last. */
  has: z.string().max(2_000).optional(),
})

/** What was created from a form; it may be deleted by now. */
const Created = z.object({ id: Id, at: Instant }).nullable()

/** The unsaved form that a save is of, besides its input: it is deleted with the save. */
export const SavedForm = z.object({
  formId: FormId.optional(),
  /** The browser that saves it, and the `rev` of the unsaved form that it has seen: these are deleted, others stay. */
  device: z.string().max(64).optional(),
  unsavedRev: z.number().int().optional(),
})

/**
 * What creating something from a form has besides its input. Only one thing is created from a form: a second one answers
 * conflict with the present state of the first as `current`, which is null if that is deleted.
 */
export const FromForm = SavedForm.extend({
  /** The name of this save; a repetition has the same one. That conflict returns it, so a caller knows its own save. */
  attempt: z.string().max(64).optional(),
})

const writtenForm = {
  /** The browser that wrote it; the browser chooses this name. */
  device: z.string().min(1).max(64),
  /** The state that was edited, as the form identifies it. */
  base: z.string().max(2_000),
  /** The version of the shape of `fields`. */
  version: z.number().int().min(1).max(1_000_000),
  fields: z
    .record(z.string(), z.unknown())
    .refine((fields) => JSON.stringify(fields).length <= UNSAVED_SIZE_MAX, 'This is too much.'),
}

export const UnsavedForm = z.object({
  rev: z.number().int(),
  savedAt: Instant,
  /** Empty if it was stored without one. */
  formId: z.string(),
  /** What was created from it: what was typed since is not in that. */
  created: Created,
  ...writtenForm,
})
export type UnsavedForm = z.infer<typeof UnsavedForm>

export const Unsaved = z.object({
  form: UnsavedForm.nullable(),
  /** What was created from the form that was asked for, on any device. */
  created: Created,
})
export type Unsaved = z.infer<typeof Unsaved>

export const KeepUnsaved = z.object({
  /** The `rev` that this device has seen last; null if it has seen none. */
  rev: z.number().int().nullable(),
  formId: FormId.optional(),
  ...writtenForm,
})

export const ForgetUnsaved = z.object({
  /** The `rev` to delete; if another device has written another one by now, nothing is deleted. */
  rev: z.number().int().nullable(),
  /** The browser that asks: what it has written itself is deleted, whatever its `rev`. */
  device: z.string().max(64).optional(),
  formId: FormId.optional(),
})
