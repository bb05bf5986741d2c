import { Pool } from 'undici'
import { median, say } from './figures.ts'
import { openSendingBench } from './sending.ts'

const BOTS = 20
const GROUPS_EACH = 250
const ROUNDS = 5
const CONNECTIONS = 64

const unlimited = { perSecond: Infinity, burst: Infinity }

/** Deliveries without any pace, each stored before and after its send, beside the same sends alone. */
export async function pipeline(): Promise<boolean> {
  const bench = await openSendingBench({
    account: unlimited,
    chat: unlimited,
    groupPerMinute: Infinity,
    inFlight: 25,
  })
  try {
    const { user, groupIds, tokens, chatIds } = await bench.bots(BOTS, GROUPS_EACH)
    const sends = chatIds.map((chatId, n) => ({
      chatId,
      token: tokens[Math.floor(n / GROUPS_EACH)]!,
    }))
    const ours: number[] = []
    const raw: number[] = []
    await bench.send(user, groupIds)
    for (let round = 0; round < ROUNDS; round++) {
      raw.push((sends.length * 1_000) / (await sendRaw(bench.sandbox.botApiRoot, sends)))
      const { tookMs, sent } = await bench.send(user, groupIds)
      ours.push((sent * 1_000) / tookMs)
    }
    const ratio = median(ours) / median(raw)
    const held = ratio >= 0.5 && median(ours) >= 5_000
    say(`pipeline: ${groupIds.length} deliveries without pace, over real HTTP to the sandbox`)
    say(
      `  Carillon      ${Math.round(median(ours))} a second, each stored before and after its send`,
    )
    say(`  undici alone  ${Math.round(median(raw))} a second, without any database`)
    say(
      `  ${ratio.toFixed(2)} × undici alone, bar ≥ 0.5; bar ≥ 5000 a second: ${held ? 'held' : 'MISSED'}`,
    )
    return held
  } finally {
    await bench.close()
  }
}

/** The same requests by the same library, as fast as its connections go; answers milliseconds. */
async function sendRaw(root: string, sends: readonly { chatId: number; token: string }[]) {
  const { origin, pathname } = new URL(root)
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
  const queue = sends.values()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const { chatId, token } of queue) {
        const { body, statusCode } = await pool.request({
          method: 'POST',
          path: `${pathname}/bot${token}/sendMessage`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ chat_id: chatId, text: 'Rehearsal at seven.' }),
        })
        const answer = await body.text()
        if (statusCode !== 200) throw new Error(answer)
      }
    }),
  )
  const tookMs = performance.now() - start
  await pool.close()
  return tookMs
}
