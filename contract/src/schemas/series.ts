import { z } from 'zod'
import { NETWORKS } from '../channels.ts'
import { Id, PageQuery } from './wire.ts'

/** The filters and the order of a list of messages or cycles. */
export const SeriesQuery = PageQuery.extend({
  /** One status, or several with commas. */
  status: z.string().max(200).optional(),
  groupId: Id.optional(),
  /** Only those that go to a group of this network. */
  network: z.enum(NETWORKS).optional(),
  q: z.string().max(200).optional(),
  /** Only those that need attention: they have it, or are to come and reach no group as it is now. */
  attention: z.enum(['true']).optional(),
  /** `next` (default): first those with a next send, by its time, then the rest, last changed first. `changed`: all by last change. */
  sort: z.enum(['next', 'changed']).optional(),
})
