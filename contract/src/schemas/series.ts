import { z } from 'zod'
import { Id, PageQuery } from './wire.ts'

/** What a list of messages or cycles can be narrowed to, and how it is ordered. */
export const SeriesQuery = PageQuery.extend({
  /** One status, or several with commas. */
  status: z.string().max(200).optional(),
  groupId: Id.optional(),
  /** Only those that go to a group of this network. */
  network: z.enum(['telegram', 'whatsapp']).optional(),
  q: z.string().max(200).optional(),
  attention: z.enum(['true']).optional(),
  /** `next`, unless said: what is to come by its time, then the rest, the last changed first; `changed`: all by that. */
  sort: z.enum(['next', 'changed']).optional(),
})
