import pg from 'pg'
import { Pool } from 'undici'
import { batched } from '../server/src/sending/lanes/batched-calls.ts'
import { median, say } from './figures.ts'
import { openSendingBench } from './sending.ts'

const BOTS = 20
const GROUPS_EACH = 250
const ROUNDS = 5
const CONNECTIONS = 64

/** Time to save a message and to prepare it, before the instant from which its sending is measured. */
const AHEAD_MS = 4_000

const unlimited = { perSecond: Infinity, burst: Infinity }

type Send = { chatId: number; token: string }

/** Sends one, and reads the answer. */
type Wire = (send: Send) => Promise<void>

/**
 * Deliveries without any pace, each stored before and after its send, beside the same sends alone, and beside
 * a bare loop that stores the same and knows no rules: what this machine can do at all.
 */
export async function pipeline(): Promise<boolean> {
  const bench = await openSendingBench({
    account: unlimited,
    chat: unlimited,
    groupPerMinute: Infinity,
    inFlight: 25,
  })
  const pool = new Pool(bench.sandbox.http, { connections: CONNECTIONS, pipelining: 1 })
  let floor: Awaited<ReturnType<typeof openFloor>> | undefined
  try {
    floor = await openFloor(await bench.database(), CONNECTIONS * 4)
    const { user, groupIds, tokens, chatIds } = await bench.bots(BOTS, GROUPS_EACH)
    const sends = chatIds.map((chatId, n) => ({
      chatId,
      token: tokens[Math.floor(n / GROUPS_EACH)]!,
    }))
    const wire = wireTo(pool, bench.sandbox.botApiRoot)
    const perSecond = ({ tookMs, sent = sends.length }: { tookMs: number; sent?: number }) => {
      if (sent !== sends.length) throw new Error(`Only ${sent} of ${sends.length} were sent.`)
      return (sent * 1_000) / tookMs
    }
    const took: Record<'raw' | 'bare' | 'due' | 'now', number[]> = {
      raw: [],
      bare: [],
      due: [],
      now: [],
    }
    await bench.send(user, groupIds)
    for (let round = 0; round < ROUNDS; round++) {
      took.raw.push(perSecond(await timed(() => each(sends, CONNECTIONS, wire))))
      took.bare.push(perSecond(await floor.send(sends, wire)))
      took.due.push(perSecond(await bench.sendAt(Date.now() + AHEAD_MS, user, groupIds)))
      took.now.push(perSecond(await bench.send(user, groupIds)))
    }
    const [raw, bare, due, now] = [took.raw, took.bare, took.due, took.now].map(median)
    const held = due! / raw! >= 0.5 && due! >= 5_000
    say(
      `pipeline: ${sends.length} deliveries without pace, over real HTTP to the sandbox, a second`,
    )
    say(
      `  Carillon      ${Math.round(due!)} from their time on, each stored before and after its send`,
    )
    say(`                ${Math.round(now!)} from “Send now” on, with their planning`)
    say(`  a bare loop   ${Math.round(bare!)}, stored the same, by no rules`)
    say(`  undici alone  ${Math.round(raw!)}, without any database`)
    say(
      `  ${(due! / raw!).toFixed(2)} × undici alone, bar ≥ 0.5; bar ≥ 5000 a second: ${held ? 'held' : 'MISSED'}`,
    )
    return held
  } finally {
    await floor?.close()
    await pool.close()
    await bench.close()
  }
}

/** The request that the product makes, by the same library, with its connections kept. */
function wireTo(pool: Pool, root: string): Wire {
  const { pathname } = new URL(root)
  return async ({ chatId, token }) => {
    const { body, statusCode } = await pool.request({
      method: 'POST',
      path: `${pathname}/bot${token}/sendMessage`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chatId, text: 'Rehearsal at seven.' }),
    })
    const answer = await body.text()
    if (statusCode !== 200) throw new Error(answer)
  }
}

async function timed(work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return { tookMs: performance.now() - start }
}

/** Does this for each, so many at once. */
async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>) {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}

/**
 * The same three states in a table of their own: due, on the wire, sent, each durable, many in one statement.
 * It knows no owner, pace, outcome, count, change or news.
 */
async function openFloor(databaseUrl: string, inFlight: number) {
  const db = new pg.Pool({ connectionString: databaseUrl })
  await db.query(`
    create table floor (id int primary key, chat_id bigint, token text, state text not null default 'due',
      opened_at timestamptz, sent_at timestamptz) with (fillfactor = 50)`)
  const move = (name: string, text: string) =>
    batched(async (ids: number[]) => {
      await db.query({ name, text, values: [ids] })
      return ids.map(() => undefined)
    })
  const open = move(
    'open',
    `update floor set state = 'sending', opened_at = now() where id = any($1::int[])`,
  )
  const close = move(
    'close',
    `update floor set state = 'sent', sent_at = now() where id = any($1::int[])`,
  )

  return {
    async send(sends: readonly Send[], wire: Wire) {
      await db.query('truncate floor')
      const columns = [sends.map(({ chatId }) => chatId), sends.map(({ token }) => token)]
      await db.query(
        `insert into floor select n, chat_id, token
         from unnest($1::bigint[], $2::text[]) with ordinality as s (chat_id, token, n)`,
        columns,
      )
      return timed(async () => {
        const { rows } = await db.query<Send & { id: number }>(
          `select id, chat_id::float8 as "chatId", token from floor where state = 'due' order by id`,
        )
        await each(rows, inFlight, async ({ id, ...send }) => {
          await open(id)
          await wire(send)
          await close(id)
        })
      })
    },
    close: () => db.end(),
  }
}
