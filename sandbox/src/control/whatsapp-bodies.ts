import { z } from 'zod'
import { STREAM_ERROR_NAMES } from '../whatsapp/stream-error-names.ts'

const lid = z.string().min(1)
const times = z.int().positive().default(1)

export const NewPerson = z.strictObject({
  /** The number, digits only. */
  pn: z.string().regex(/^\d{7,15}$/),
  name: z.string().trim().min(1).max(128),
  /** Further devices of their own, which the sandbox plays. */
  companions: z.array(z.int().positive()).optional(),
})

/** The first member is its admin. */
export const NewGroup = z.strictObject({
  subject: z.string().trim().min(1).max(128),
  members: z.array(lid).min(1).max(1024),
  addressing: z.enum(['lid', 'pn']).optional(),
  announce: z.boolean().optional(),
})

/** `by` is the admin who does it. */
export const GroupAct = z.strictObject({
  by: lid,
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('rename'), subject: z.string().trim().min(1).max(128) }),
    z.strictObject({ kind: z.literal('announce'), on: z.boolean() }),
    z.strictObject({ kind: z.literal('picture'), has: z.boolean() }),
    z.strictObject({ kind: z.enum(['add', 'remove', 'promote', 'demote']), lid }),
  ]),
})

export const Scan = z.strictObject({ text: z.string().min(1).max(2_000) })

export const Code = z.strictObject({ code: z.string().min(1).max(32) })

export const Device = z.strictObject({ device: z.int().positive() })

export const Ending = z.strictObject({ why: z.enum(STREAM_ERROR_NAMES) })

/** A person reads this message. */
export const MessageRead = z.strictObject({
  groupId: z.string().min(1),
  messageId: z.string().min(1),
})

/** The oldest version of WhatsApp Web that is not refused. */
export const OldestClient = z.strictObject({ revision: z.int().nonnegative() })

const code = z.int().min(100).max(999)

export const FaultPlan = z.strictObject({
  faults: z.array(
    z.discriminatedUnion('on', [
      z.strictObject({
        on: z.literal('login'),
        reason: code,
        attrs: z.record(z.string(), z.string()).default({}),
        times,
      }),
      z.strictObject({
        on: z.literal('message'),
        groupId: z.string().optional(),
        does: z.union([code, z.enum(['lose', 'lose-ack'])]),
        after: z.int().nonnegative().default(0),
        times,
      }),
      z.strictObject({
        on: z.literal('query'),
        xmlns: z.string(),
        does: z.union([z.literal('silence'), z.strictObject({ code, text: z.string() })]),
        times,
      }),
      z.strictObject({
        on: z.literal('keys'),
        lid,
        code: z.union([code, z.literal('broken')]),
        times,
      }),
      z.strictObject({ on: z.literal('media'), status: code, times }),
    ]),
  ),
})
