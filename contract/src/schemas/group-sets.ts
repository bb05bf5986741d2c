import { z } from 'zod'
import { SET_GROUPS_MAX, SET_NAME_MAX } from '../group-sets.ts'
import { Id, resource } from './wire.ts'

export const GroupSet = z.object({
  ...resource,
  name: z.string(),
  groupIds: z.array(Id),
  /** The titles of groups of the set that have been removed. */
  gone: z.array(z.string()),
})
export type GroupSet = z.infer<typeof GroupSet>

export const GroupSets = z.object({ items: z.array(GroupSet), nextCursor: z.null() })

const name = z
  .string()
  .trim()
  .min(1, 'Give the set a name.')
  .max(SET_NAME_MAX, `A name has at most ${SET_NAME_MAX} characters.`)

const groupIds = z
  .array(Id)
  .min(1, 'Choose at least one group.')
  .max(SET_GROUPS_MAX, `A set has at most ${SET_GROUPS_MAX.toLocaleString('en')} groups.`)

export const CreateGroupSet = z.object({ name, groupIds })

export const UpdateGroupSet = z.object({
  rev: z.number().int(),
  name: name.optional(),
  groupIds: groupIds.optional(),
})
