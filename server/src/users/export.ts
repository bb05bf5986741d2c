import { Readable } from 'node:stream'
import { exportIdentity } from '../identity/actions.ts'
import { minutes } from '../platform/clock.ts'
import type { UserContext } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { readUser } from './actions.ts'

/** Exports of all users at once in a process: each keeps a connection to the database busy. */
const EXPORTS_MAX = 3

/** Whoever reads slower than this cannot keep others from theirs. */
const EXPORT_WITHIN_MS = minutes(10)

/** Whose export is under way in this process. */
const exporting = new Set<string>()

/**
 * All that is held of a person, by the name of each part, as JSON text that is written while it is read: no
 * more than a page is in memory. Throws `rate_limited` while another one of this person is under way, and
 * `unavailable` while too many are. The answer is cut off when reading fails later.
 */
export async function exportUser(ctx: UserContext): Promise<Readable> {
  const { id } = ctx.user
  if (exporting.has(id)) {
    throw new AppError('rate_limited', 'Your export is under way. Wait until it has ended.', {
      retryAfter: 10,
    })
  }
  if (exporting.size >= EXPORTS_MAX) {
    throw new AppError(
      'unavailable',
      'Other people are exporting at the moment. Try again in a minute.',
      {
        retryAfter: 60,
      },
    )
  }
  exporting.add(id)
  try {
    const head = { profile: await readUser(ctx), sessions: await exportIdentity(ctx, id) }
    const pages = Readable.from(write(ctx, head), { highWaterMark: 1 })
    const forget = ctx.clock.later(EXPORT_WITHIN_MS, () =>
      pages.destroy(new Error('The export took too long.')),
    )
    pages.once('close', () => {
      forget()
      exporting.delete(id)
    })
    return pages
  } catch (error) {
    exporting.delete(id)
    throw error
  }
}

async function* write(ctx: UserContext, head: object): AsyncGenerator<string> {
  yield `{"data":${JSON.stringify(head).slice(0, -1)}`
  for (const data of ctx.userData) {
    yield `,${JSON.stringify(data.name)}:[`
    let comma = ''
    for await (const page of data.export(ctx, ctx.user.id)) {
      if (page.length === 0) continue
      yield comma + JSON.stringify(page).slice(1, -1)
      comma = ','
    }
    yield ']'
  }
  yield '}}'
}
