import { z } from 'zod'
import type { Group, GroupChange, Trouble } from '../../world/whatsapp/model.ts'
import { ControlRefusal } from '../../world/world.ts'

/** One press in a group's menu; `who` is the member it is about. */
export const Act = z.object({
  act: z.enum([
    'leave',
    'announce',
    'open',
    'picture',
    'no-picture',
    'rename',
    'add',
    'remove',
    'promote',
    'demote',
  ]),
  who: z.string().default(''),
  subject: z.string().trim().min(1).max(100).default('Untitled'),
})

/** What a press does to the group; only leaving is open to who is no admin. */
export function changeOf(
  group: Group,
  lid: string,
  { act, who, subject }: z.infer<typeof Act>,
): GroupChange {
  if (act === 'leave') return { kind: 'remove', lid }
  if (!group.members.some((member) => member.lid === lid && member.admin))
    throw new ControlRefusal('Only an admin can do that.', 403)
  switch (act) {
    case 'announce':
    case 'open':
      return { kind: 'announce', on: act === 'announce' }
    case 'picture':
    case 'no-picture':
      return { kind: 'picture', has: act === 'picture' }
    case 'rename':
      return { kind: 'rename', subject }
    default:
      return { kind: act, lid: who }
  }
}

export const TroubleChoice = z.object({ trouble: z.enum(['none', 'cut', 'restricted', 'banned']) })

const RESTRICTED_MS = 60 * 60 * 1_000

export function troubleOf(
  { trouble }: z.infer<typeof TroubleChoice>,
  now: number,
): Trouble | undefined {
  if (trouble === 'none') return undefined
  return trouble === 'restricted'
    ? { kind: trouble, until: now + RESTRICTED_MS }
    : { kind: trouble }
}
