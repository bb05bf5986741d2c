import type { Content } from '@carillon/contract/content/content'
import * as z from 'zod/mini'

/** What is done with a message after it was sent, as a form has it. */
export type FollowUpFields = {
  pin: 'off' | 'silent' | 'notify'
  unpinPrevious: boolean
  /** 0: never. */
  deleteAfterMinutes: number
  replacePrevious: boolean
}

export const followUpFields = {
  pin: z.custom<FollowUpFields['pin']>(),
  unpinPrevious: z.boolean(),
  deleteAfterMinutes: z.number(),
  replacePrevious: z.boolean(),
}

/** The fields that show the follow-ups of a content. */
export const followUpsIn = (options: Content['options'] = {}): FollowUpFields => ({
  pin: options.pin ?? 'off',
  unpinPrevious: options.unpinPrevious ?? false,
  deleteAfterMinutes: options.deleteAfterMinutes ?? 0,
  replacePrevious: options.replacePrevious ?? false,
})

/** What a content says of its follow-ups; what is off is not named. */
export const followUpsOf = (fields: FollowUpFields): NonNullable<Content['options']> => ({
  ...(fields.pin === 'off' ? {} : { pin: fields.pin }),
  ...(fields.pin !== 'off' && fields.unpinPrevious ? { unpinPrevious: true } : {}),
  ...(fields.deleteAfterMinutes > 0 ? { deleteAfterMinutes: fields.deleteAfterMinutes } : {}),
  ...(fields.replacePrevious ? { replacePrevious: true } : {}),
})

/** How many of them are in use. */
export const countFollowUps = ({ pin, deleteAfterMinutes, replacePrevious }: FollowUpFields) =>
  [pin !== 'off', deleteAfterMinutes > 0, replacePrevious].filter(Boolean).length

/** The field that a place in a content's options belongs to; undefined for others. */
export const followUpFieldAt = (path: string): keyof FollowUpFields | undefined =>
  (Object.keys(followUpFields) as (keyof FollowUpFields)[]).find((name) =>
    path.endsWith(`content.options.${name}`),
  )

const HOUR = 60

/** After how long a message can be deleted; what was set otherwise stays among the choices. */
export function deletionChoices(present: number): [minutes: number, words: string][] {
  const known: [number, string][] = [
    [0, 'Never'],
    [5, 'After 5 minutes'],
    [30, 'After 30 minutes'],
    [HOUR, 'After an hour'],
    [3 * HOUR, 'After 3 hours'],
    [12 * HOUR, 'After 12 hours'],
    [24 * HOUR, 'After a day'],
    [47 * HOUR, 'After 47 hours'],
  ]
  if (known.some(([minutes]) => minutes === present)) return known
  const words = present % HOUR === 0 ? `After ${present / HOUR} hours` : `After ${present} minutes`
  return [...known, [present, words]]
}
