import fc from 'fast-check'
import { limitNames, settingOf } from '../../server/src/platform/server-limits.ts'
import { startProduct } from '../../tools/product.ts'
import { callsOf, endpoints, type Call, type Who } from './calls.ts'
import { converse, frames, listen } from './frames.ts'
import { openCourt, type Secrets } from './judge.ts'
import { idOf, Known } from './known.ts'
import { odd, type Odd } from './odd.ts'
import { inhabit, isStillThere, knownOf, visit } from './people.ts'
import { openWire } from './wire.ts'

/** How many calls are made, over how many at once. */
const CALLS = 20_000
const AT_ONCE = 16

/** Of each endpoint, of what is no call, and of live connections, in one round. */
const PER_ENDPOINT = 4
const ODD = 60
const CONVERSATIONS = 4

/** What would answer most calls with 429; what a user may keep stays as it is. */
const RATES = limitNames.filter((name) => /PerMinute$|^sockets|^heavy/.test(name))

/** Most calls need rows of the user, so these are created first. */
const NEEDED = ['messages', 'groups', 'connections']

type Step = { call: Call } | { odd: Odd } | { said: (string | Uint8Array)[]; who: Who }

// `npm run chaos -- fuzz`: calls that the contract describes, valid, nearly valid and broken, and what is no
// call at all, as one user and as strangers, beside a user who does nothing; a seed repeats the choices.
const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 1e9))
const calls = Number(process.argv[3] ?? CALLS)
process.stdout.write(`fuzz: ${calls} calls, seed ${seed}\n`)
const env = {
  ...Object.fromEntries(RATES.map((name) => [settingOf(name), '999999999'])),
  DEFAULT_TIER: 'pro',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'loopback',
}
const product = await startProduct({ env })
const court = openCourt()
try {
  await fuzz()
} finally {
  for (const line of product.log().split('\n').filter(isError)) {
    court.accuse('logged at level error', wordsOf(line), wordsOf(line), line)
  }
  await product.stop()
}
process.stdout.write(`${court.table().join('\n')}\n`)
const verdict = court.verdict()
for (const line of verdict) process.stdout.write(`${line}\n`)
process.stdout.write(
  verdict.length === 0
    ? 'fuzz: no 5xx without a name, nothing hung, nothing of another was told\n'
    : `fuzz: ${verdict.length} kinds of violations; the same again: npm run chaos -- fuzz ${seed}\n`,
)
process.exit(verdict.length === 0 ? 0 : 1)

async function fuzz(): Promise<void> {
  const wire = openWire(product.url)
  const victim = await inhabit(product, `victim${seed}`)
  let own = await inhabit(product, `fuzzer${seed}`)
  let other = await visit(product)
  const known = new Known()
  known.foreign.push(...victim.ids)
  await knownOf(product.url, own.token, known)
  let live = listen(product.url, own.token)
  const started = performance.now()
  let done = 0
  for (let round = 0; done < calls; round++) {
    const steps = stepsOf(round, known).slice(0, calls - done)
    await inParallel(steps, AT_ONCE, take)
    done += steps.length
    if (round % 10 === 9) process.stdout.write(`  ${done} calls\n`)
    court.judge(
      'live events',
      'listening',
      { status: 101, text: live.heard(), hung: false },
      hidden('own'),
    )
    if (!(await fetch(`${product.url}/healthz`)).ok) throw new Error('The server is gone.')
    if (!(await isStillThere(other))) other = await visit(product)
    // What is gone is asked for no more.
    known.forget()
    if (await isStillThere(own)) await knownOf(product.url, own.token, known)
    if (NEEDED.every((noun) => known.of(idOf(noun)).length > 0)) continue
    live.close()
    own = await inhabit(product, `fuzzer${seed}`)
    await knownOf(product.url, own.token, known)
    live = listen(product.url, own.token)
  }
  live.close()
  wire.close()
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`${done} calls in ${seconds} s\n`)

  async function take(step: Step): Promise<void> {
    if ('said' in step) {
      const token = tokenOf(step.who)
      const request = `${step.who} says ${JSON.stringify(step.said)}`
      court.judge(
        'live frames',
        request,
        await converse(product.url, token, step.said),
        hidden(step.who),
      )
    } else if ('odd' in step) {
      const { what, parts } = step.odd
      const reply = await wire.write(parts, what === 'bytes')
      court.judge(what, parts.map(String).join(''), reply, hidden('none'))
    } else {
      const { call } = step
      const headers = headersOf(call)
      const { method, path, body } = call
      const reply = await wire.ask({
        method,
        path,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const request = `${method} ${path} as ${call.who}${call.key ? ' keyed' : ''} ${call.type} ${String(body ?? '')}`
      court.judge(call.name, request, reply, hidden(call.who))
      if (call.who === 'own' && reply.status < 300) known.learn(call.noun, dataOf(reply.text))
    }
  }

  /** What must not be told to whoever asks. */
  function hidden(who: Who): Secrets {
    const mine = who === 'own' || who === 'cookie'
    return {
      texts: mine ? [victim.mark] : [victim.mark, own.mark],
      ids: mine ? victim.ids : [...victim.ids, ...own.ids],
    }
  }

  function tokenOf(who: Who): string {
    return who === 'own' ? own.token : who === 'other' ? other.token : 'eyJhbGciOiJub25lIn0.e30.'
  }

  function headersOf({ who, type, key }: Call): Record<string, string> {
    return {
      // Nobody is a network that has asked for too much.
      'x-forwarded-for': `10.${[0, 1, 2].map(() => Math.floor(Math.random() * 256)).join('.')}`,
      origin: product.url,
      ...(type ? { 'content-type': type } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(who === 'none' || who === 'cookie' ? {} : { authorization: `Bearer ${tokenOf(who)}` }),
      ...(who === 'cookie' ? { cookie: own.person.cookies.join('; ') } : {}),
    }
  }
}

/** What is done in one round, in an order that the seed gives. */
function stepsOf(round: number, known: Known): Step[] {
  const at = (place: number) => seed + round * 1_000 + place
  const some = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, place: number) =>
    fc.sample(arbitrary, { numRuns, seed: at(place) })
  const steps: Step[] = [
    ...endpoints.flatMap((one, place) =>
      some(callsOf(one, known), PER_ENDPOINT, place).map((call) => ({ call })),
    ),
    ...some(odd, ODD, 900).map((one) => ({ odd: one })),
    ...some(fc.tuple(frames, fc.constantFrom<Who>('own', 'other', 'bad')), CONVERSATIONS, 901).map(
      ([said, who]) => ({ said, who }),
    ),
  ]
  const size = { minLength: steps.length, maxLength: steps.length }
  return fc.sample(fc.shuffledSubarray(steps, size), { numRuns: 1, seed: at(902) })[0] ?? []
}

async function inParallel<T>(list: readonly T[], atOnce: number, act: (one: T) => Promise<void>) {
  const rest = [...list]
  const work = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await act(one)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function dataOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown }).data
  } catch {
    return undefined
  }
}

/** Pino's levels: 50 is error, 60 fatal. */
function isError(line: string): boolean {
  return /"level":[56]0/.test(line)
}

function wordsOf(line: string): string {
  return /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 80)
}
