import { z } from 'zod'
import { ALT_MAX, FILE_NAME_MAX, PART_BYTES } from '../media.ts'
import { Id, Instant, page, PageQuery } from './wire.ts'

/** How a network shows a file. */
export const MediaKind = z.enum(['photo', 'video', 'animation', 'audio', 'voice', 'document'])
export type MediaKind = z.infer<typeof MediaKind>

const FileName = z
  .string()
  .trim()
  .min(1, 'Give it a name.')
  .max(FILE_NAME_MAX, `Use at most ${FILE_NAME_MAX} characters.`)

/** Describes the file for people who cannot see it. */
const Alt = z.string().trim().max(ALT_MAX, `Use at most ${ALT_MAX} characters.`)

/** A file that was uploaded and checked. Its content never changes. */
export const Media = z.object({
  id: Id,
  kind: MediaKind,
  mime: z.string(),
  name: z.string(),
  alt: z.string(),
  bytes: z.number().int(),
  /** In pixels, after rotation. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  durationMs: z.number().int().optional(),
  /** An address that opens it without a token for a quarter of an hour; range requests work. */
  url: z.string(),
  /** A WebP that fits into 320 × 320. */
  thumbnailUrl: z.string().optional(),
  rev: z.number().int(),
  createdAt: Instant,
})
export type Media = z.infer<typeof Media>

export const MediaPage = page(Media)

export const MediaQuery = PageQuery.extend({
  kind: MediaKind.optional(),
  q: z.string().trim().max(100).optional(),
})

export const MediaInput = z.object({ rev: z.number().int(), name: FileName, alt: Alt })

/** A file that is being uploaded. */
export const Upload = z.object({
  id: Id,
  bytes: z.number().int(),
  /** The size of each part in bytes; the last may be smaller. */
  partBytes: z.literal(PART_BYTES),
  parts: z.number().int(),
  /** How many parts have arrived. It is also the number of the next part; the first is 0. */
  received: z.number().int(),
})
export type Upload = z.infer<typeof Upload>

export const NewUpload = z.object({
  name: FileName,
  bytes: z.number().int().min(1, 'This file is empty.'),
  /** For the library of the user, or as the photo of the profile. */
  purpose: z.enum(['library', 'photo']).default('library'),
  /** How it is shown, if its type allows several ways. */
  kind: MediaKind.optional(),
  alt: Alt.default(''),
})

/** Larger values are errors; in pixels, and in milliseconds (a day). */
const SIDE_MAX = 100_000
const DURATION_MAX = 86_400_000

const Side = z.number().int().min(1).max(SIDE_MAX)

/** What the browser measured of a video or an audio file. The server measures pictures itself. */
export const FinishUpload = z.object({
  width: Side.optional(),
  height: Side.optional(),
  durationMs: z.number().int().min(0).max(DURATION_MAX).optional(),
})

export const PartParams = z.object({
  id: Id,
  part: z.coerce.number().int().min(0).max(999),
})
