import { z } from 'zod'
import { instant } from '../clock.ts'
import { invalid } from '../errors.ts'
import { isUuid } from '../ids.ts'

/** Where a page of a list ended: in which part of it, and at which row by its time and id. */
export type Cursor = { part: string; at: Date; id: string }

const Written = z.tuple([z.string(), z.iso.datetime(), z.string().refine(isUuid)])

/** A cursor as clients carry it: opaque, and of no use but to be given back. */
export const writeCursor = ({ part, at, id }: Cursor): string =>
  Buffer.from(JSON.stringify([part, at.toISOString(), id])).toString('base64url')

/** Reads what `writeCursor` wrote; throws `invalid` at `cursor` for anything else. */
export function readCursor(text: string): Cursor {
  try {
    const [part, at, id] = Written.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { part, at: instant(at), id }
  } catch {
    throw listChanged()
  }
}

/** The error for an unknown cursor. */
export const listChanged = () => invalid('cursor', 'This list has changed. Load it from the start.')
