import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** A problem, in words. A note should be looked at, although the server still works. */
export type Answer = string | { note: string } | undefined

/** Something that must be well for the server to be of use. Called often: it must be cheap. */
export type Check = () => Promise<Answer> | Answer

/** How long a part may take to say how it is, in milliseconds; whoever asks rarely waits longer than 3 s. */
const ANSWER_MS = 2_000

/**
 * `/healthz`: the process is up. `/readyz`: it can do its work, with what is worth a look as `notes`; 503
 * with what is wrong when it cannot.
 * A part that does not answer within `answerMs` counts as broken.
 */
export function health(
  http: FastifyInstance,
  db: Db,
  checks: Readonly<Record<string, Check>>,
  answerMs = ANSWER_MS,
) {
  http.get('/healthz', () => ({ data: { up: true } }))
  http.get('/readyz', async () => {
    const parts = Object.entries({ database: reach(db), ...checks })
    const answers = await Promise.all(parts.map(([, check]) => ask(check, answerMs)))
    const told = parts.map(([part], i) => ({ part, answer: answers[i] }))
    const problems = told.flatMap(({ part, answer }) =>
      typeof answer === 'string' ? `${part}: ${answer}` : [],
    )
    if (problems.length > 0) throw new AppError('unavailable', problems.join(' '))
    const notes = told.flatMap(({ part, answer }) =>
      typeof answer === 'object' ? `${part}: ${answer.note}` : [],
    )
    return { data: { ready: true, ...(notes.length > 0 ? { notes } : {}) } }
  })
}

const reach = (db: Db) => async () => {
  try {
    await sql`select 1`.execute(db)
    return undefined
  } catch {
    return 'The database cannot be reached.'
  }
}

async function ask(check: Check, answerMs: number): Promise<Answer> {
  let late: NodeJS.Timeout | undefined
  const silence = new Promise<string>((resolve) => {
    late = setTimeout(() => resolve('It does not answer.'), answerMs)
  })
  try {
    return await Promise.race([check(), silence])
  } catch {
    return 'It cannot tell whether it is well.'
  } finally {
    clearTimeout(late)
  }
}
