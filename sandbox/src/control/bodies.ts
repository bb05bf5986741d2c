import { z } from 'zod'
import { permissionNames, rightNames } from '../world/telegram/rights.ts'

const id = z.int()
const title = z.string().trim().min(1).max(128)
/** `true`: all rights but to promote others. */
const rights = z.union([z.literal(true), z.partialRecord(z.enum(rightNames), z.boolean())])

export const NewBot = z.strictObject({ name: title.optional(), username: title.optional() })

export const Privacy = z.strictObject({ privacy: z.boolean() })

export const NewUser = z.strictObject({
  firstName: title,
  lastName: title.optional(),
  username: title.optional(),
})

/** Without `ownerId` the owner is the sandbox user `You`. */
export const NewChat = z.strictObject({
  title,
  type: z.enum(['group', 'supergroup', 'forum', 'channel']).default('supergroup'),
  ownerId: id.optional(),
  adminIds: z.array(id).optional(),
  memberIds: z.array(id).optional(),
  username: title.optional(),
  topics: z.array(title).optional(),
})

/** `userId`: the person who is changed; `byUserId`: who changes it, the sandbox user `You` if not given. */
export const Person = z.strictObject({ userId: id, byUserId: id.optional() })
export const Promotion = Person.extend({ rights: rights.default(true) })
export const Restriction = Person.extend({ mayWrite: z.boolean().default(false) })
export const NewTitle = z.strictObject({ title, byUserId: id.optional() })
/** `has`: whether the chat then has a photo. */
export const NewPhoto = z.strictObject({ has: z.boolean(), byUserId: id.optional() })
export const ActingUser = z.strictObject({ byUserId: id.optional() }).default({})

export const TopicAct = z.union([
  z.strictObject({ create: title, byUserId: id.optional() }),
  z.strictObject({
    topicId: id,
    name: title.optional(),
    closed: z.boolean().optional(),
    deleted: z.boolean().optional(),
    byUserId: id.optional(),
  }),
])

/** Without `personId` it is the sandbox user `You`. */
export const StartBot = z.strictObject({
  botId: id.optional(),
  personId: id.optional(),
  payload: z.string().max(64).optional(),
})

export const ChatSettings = z.strictObject({
  slowModeSeconds: z.int().min(0).max(3600).optional(),
  membersMayWrite: z.boolean().optional(),
  /** What members may do, by the Bot API's names. */
  permissions: z.partialRecord(z.enum(permissionNames), z.boolean()).optional(),
  forum: z.boolean().optional(),
  deleted: z.literal(true).optional(),
})

export const SayInChat = z.strictObject({
  text: z.string().min(1).max(4096),
  userId: id.optional(),
  topicId: id.optional(),
})

export const AddedBot = z.strictObject({
  chatId: id,
  botId: id.optional(),
  byUserId: id.optional(),
  startPayload: z.string().max(64).optional(),
  rights: rights.optional(),
})

export const SetLimits = z.union([
  z.enum(['telegram', 'off']),
  z.strictObject({
    botPerSecond: z.number().positive().nullable().optional(),
    chatPerSecond: z.number().positive().nullable().optional(),
    chatBurst: z.int().positive().optional(),
    groupPerMinute: z.int().positive().nullable().optional(),
    /** A request that may be sent within this time is held until then; others are refused at once. */
    holdMs: z.int().min(0).max(8_000).optional(),
  }),
])

/** What the fields of a rule mean: see `FaultRule` in telegram-bot-api/fault-plan.ts. */
export const SetFaultPlan = z.strictObject({
  seed: z.int().optional(),
  rules: z.array(
    z.strictObject({
      method: z.string().optional(),
      bot: id.optional(),
      chat: id.optional(),
      fault: z.enum([
        'bad-gateway',
        'restart',
        'reset',
        'hang',
        'truncated',
        'wrong-type',
        'flood',
        'refuse',
        'slow',
      ]),
      when: z.enum(['before', 'after']).default('before'),
      next: z.int().positive().optional(),
      rate: z.number().min(0).max(1).optional(),
      amount: z.number().positive().optional(),
      status: z.int().min(400).max(499).optional(),
      words: z.string().min(1).max(500).optional(),
    }),
  ),
})

export const LedgerQuery = z.object({
  since: z.coerce.number().int().min(0).optional(),
  chat: z.string().optional(),
  account: z.string().optional(),
  limit: z.coerce.number().int().positive().optional(),
})

/** An id as its network has it, a number or a text; the ledger has them as text. */
const asText = z.union([z.string(), z.int().transform(String)])

/** What to hold against the ledger: see world/judge.ts. `key` is a regular expression's source. */
export const Judgement = z
  .strictObject({
    since: z.int().min(0).optional(),
    withinMs: z.number().positive().optional(),
    key: z.string().optional(),
    expected: z
      .array(
        z.strictObject({
          chatId: asText,
          text: z.string(),
          topicId: asText.optional(),
          at: z.number().optional(),
        }),
      )
      .optional(),
  })
  .default({})

export const Advance = z.strictObject({ advanceMs: z.number().positive() })
