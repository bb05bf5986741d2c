import { z } from 'zod'
import { UNSAVED_SIZE_MAX } from '../unsaved.ts'
import { Instant } from './wire.ts'

/** Which form it is: `new`, `new-cycle`, the id of what it edits, or `run:` with that and the slot of a single run. */
export const UnsavedParams = z.object({
  place: z.string().regex(/^[\w:.-]{1,120}$/, 'There is no such form.'),
})

const said = {
  /** The browser that wrote it, under a name of its own choice. */
  device: z.string().min(1).max(64),
  /** What it was typed over, as the form calls it. */
  base: z.string().max(2_000),
  /** Of the shape of its fields. */
  version: z.number().int().min(1).max(1_000_000),
  fields: z
    .record(z.string(), z.unknown())
    .refine((fields) => JSON.stringify(fields).length <= UNSAVED_SIZE_MAX, 'This is too much.'),
}

export const UnsavedForm = z.object({ rev: z.number().int(), savedAt: Instant, ...said })
export type UnsavedForm = z.infer<typeof UnsavedForm>

export const Unsaved = z.object({ form: UnsavedForm.nullable() })

export const KeepUnsaved = z.object({
  /** The one that this device has seen last; null where it knows of none. */
  rev: z.number().int().nullable(),
  ...said,
})

export const ForgetUnsaved = z.object({
  /** The one that is meant: nothing is forgotten where there is another by now. */
  rev: z.number().int(),
})
