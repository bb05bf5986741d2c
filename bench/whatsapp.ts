import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createMessage, sendMessageNow } from '@carillon/contract/messages'
import { createClient } from '../sandbox/src/testing/client.ts'
import { linkNumber } from '../tools/whatsapp-groups.ts'
import { newPerson } from '../tools/client.ts'
import { startProduct, type Product } from '../tools/product.ts'
import { chunks, indexes } from './engines/engine.ts'
import { percentile, say } from './figures.ts'
import { cpuMs, pidOf, residentMb } from './machine.ts'
import { look, probe, type Look } from './probe/looks.ts'

const SESSIONS = 100
/** How many numbers each of several people links: one after the other, since two pairings of a person are one. */
const SESSIONS_EACH = 25

/** How long a server settles after its start, and how long it is looked at then. */
const SETTLE_MS = 20_000
const LOOK_MS = 30_000

const MEMBERS = 1_000
const SENDS = 2

/** How often the server is asked for its health meanwhile. */
const ASK_MS = 5

const env = {
  DEFAULT_TIER: 'pro',
  LOG_LEVEL: 'warn',
  SANDBOX_WHATSAPP: 'on',
  // People link many numbers here, and look every few milliseconds how far each is.
  LIMIT_ASKING_AT_ONCE: '100000',
  LIMIT_ASKING_PER_MINUTE: '100000',
  LIMIT_REQUESTS_PER_MINUTE: '100000',
  LIMIT_NETWORK_REQUESTS_PER_MINUTE: '100000',
  ...probe,
}

/** What 100 linked numbers cost that do nothing. */
export async function whatsappIdle(): Promise<boolean> {
  const product = await startProduct({ env })
  const sandbox = createClient(product.sandboxUrl)
  try {
    // One is there before: the thread that all of them share is none of theirs.
    await link(product, 1, 0)
    const one = await atRest(product)
    await link(product, SESSIONS, 1)
    const many = await atRest(product)
    const each = (many.megabytes - one.megabytes) / SESSIONS
    const cpu = many.cpu - one.cpu
    const held = each <= 1.5 && cpu <= 1
    say(`whatsapp: ${SESSIONS} linked numbers that do nothing, over ${LOOK_MS / 1_000} s`)
    say(`  ${each.toFixed(2)} MB of memory each, bar ≤ 1.5`)
    say(`  ${cpu.toFixed(2)} % of a core together, bar ≤ 1: ${held ? 'held' : 'MISSED'}`)
    return held
  } finally {
    sandbox.close()
    await product.stop()
  }
}

async function link({ url, sandboxUrl }: Product, count: number, first: number) {
  const sandbox = createClient(sandboxUrl)
  await Promise.all(
    chunks(indexes(count), SESSIONS_EACH).map(async (part) => {
      const person = await newPerson(url, `owner-${first + part[0]!}@example.org`)
      for (const n of part) {
        const pn = `1555700${String(first + n).padStart(4, '0')}`
        await linkNumber(person, sandbox, { pn, members: [[]] })
      }
    }),
  )
  sandbox.close()
}

/** Memory and processor of a server that was started anew, so that linking is no part of it. */
async function atRest(product: Product) {
  await product.stopServer()
  await product.startServer()
  const pid = pidOf(product)
  await pause(SETTLE_MS)
  await look(pid)
  const before = cpuMs(pid)
  await pause(LOOK_MS)
  const cpu = ((cpuMs(pid) - before) / LOOK_MS) * 100
  await look(pid)
  await pause(1_000)
  return { cpu, megabytes: residentMb(pid) }
}

/** What the API notices when the first message goes to a group of 1,000: all keys are made and kept then. */
export async function whatsappFirst(): Promise<boolean> {
  const product = await startProduct({ env })
  const sandbox = createClient(product.sandboxUrl)
  try {
    const person = await newPerson(product.url, 'town@example.org')
    const members: string[] = []
    for (const part of chunks(indexes(MEMBERS - 1), 50)) {
      const people = part.map((n) =>
        sandbox.whatsapp.addPerson({
          pn: `1555600${String(n).padStart(4, '0')}`,
          name: `Member ${n}`,
          // Half of them have a second device, as with real groups.
          companions: n % 2 === 0 ? [1] : [],
        }),
      )
      members.push(...(await Promise.all(people)).map(({ lid }) => lid))
    }
    const pn = '15555000000'
    const all = indexes(SENDS).map(() => members)
    const { groups } = await linkNumber(person, sandbox, { pn, members: all })
    const pid = pidOf(product)
    const found: (Look & { p99: number; tookMs: number })[] = []
    for (const [n, { id: groupId, externalId }] of groups.entries()) {
      await pause(3_000)
      await look(pid)
      const watch = watchHealth(product)
      const began = performance.now()
      const body = {
        kind: 'scheduled' as const,
        content: { text: `Welcome ${n}.` },
        groupIds: [groupId],
        status: 'draft' as const,
      }
      const { id } = await person.call(createMessage, { body })
      await person.call(sendMessageNow, { params: { id } })
      await sandbox.waitForLedger(({ chatId }) => chatId === externalId, { timeoutMs: 120_000 })
      const tookMs = performance.now() - began
      // Keys that are stored after the acknowledgement are counted too.
      await pause(1_000)
      const tookEach = watch.end()
      found.push({ ...(await look(pid)), p99: percentile(tookEach, 0.99), tookMs })
    }
    const [first] = found
    say(`whatsapp: the first message to a group of ${MEMBERS}, ${(MEMBERS * 3) / 2} devices`)
    for (const { longestMs, heldMs, mostWorkedMs, p99, tookMs } of found) {
      const ms = (value: number) => value.toFixed(0)
      say(
        `  taken after ${ms(tookMs)} ms; held up by itself for ${ms(heldMs)} ms at most, and with the wait for a processor for ${ms(longestMs)}; worked ${ms(mostWorkedMs)} at a stretch; /healthz p99 ${ms(p99)} ms`,
      )
    }
    // The stand-in and its 1,500 devices compute on the same cores, which is none of the server's doing.
    const held = first!.heldMs <= 50
    say(`  bar: the API is held up by itself ≤ 50 ms: ${held ? 'held' : 'MISSED'}`)
    return held
  } finally {
    sandbox.close()
    await product.stop()
  }
}

/** Asks for the health again and again, on one connection; answers how long each took. */
function watchHealth({ url }: Product) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now()
      get(`${url}/healthz`, { agent }, (answer) => {
        answer.resume().once('end', () => {
          took.push(performance.now() - began)
          resolve()
        })
      }).once('error', reject)
    })
  let over = false
  const asking = (async () => {
    while (!over) {
      await ask()
      await pause(ASK_MS)
    }
  })()
  asking.catch(() => {})
  return {
    end() {
      over = true
      agent.destroy()
      return took
    },
  }
}
