import type { FastifyInstance } from 'fastify'
import { openStream } from '../http/sse.ts'
import type { Mailbox } from '../mailbox/store.ts'
import { noLimits, telegramLimits, type Limits } from '../telegram-bot-api/limits.ts'
import type { BotApi } from '../telegram-bot-api/server.ts'
import { disorder, duplicates, lateness, missing, rateViolations } from '../world/judge.ts'
import { entriesOf, entryOf, type LedgerFilter } from '../world/ledger.ts'
import { resetWorld } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import * as bodies from './bodies.ts'
import { read } from './read.ts'
import { defined } from './defined.ts'
import { entryView } from './views.ts'

/** The ledger, what follows from it, and the switches that make a network difficult. */
export function judgeRoutes(
  app: FastifyInstance,
  world: World,
  botApi: BotApi,
  mailbox: Mailbox,
): void {
  app.get('/ledger', ({ query }) => ({
    entries: entriesOf(world.state.ledger, filterOf(query)).map(entryView),
    lastSeq: world.state.ledger.lastSeq,
  }))
  app.get('/ledger/stream', ({ query }, reply) => {
    const filter = filterOf(query)
    const stream = openStream(reply)
    for (const entry of entriesOf(world.state.ledger, filter)) stream.send(entryView(entry))
    const stop = world.listen((event) => {
      if (event.type !== 'messagePosted' || !event.accepted) return
      const entry = entryOf(event.message, event.accepted)
      const wanted = !filter.chat || entry.chatId === filter.chat
      if (wanted && (!filter.bot || entry.botId === filter.bot)) stream.send(entryView(entry))
    })
    stream.onEnd(stop)
  })
  app.get('/events/stream', (_, reply) => {
    const stream = openStream(reply)
    stream.onEnd(world.listen((event) => stream.send(event)))
  })
  app.get('/judge', () => judgement(world, botApi, {}))
  app.post('/judge', ({ body }) => judgement(world, botApi, read(bodies.Judgement, body ?? {})))

  app.get('/limits', () => botApi.limiter.limits)
  app.post('/limits', ({ body }) => {
    botApi.limiter.limits = limitsOf(read(bodies.NewLimits, body))
    botApi.limiter.reset()
    return botApi.limiter.limits
  })
  app.get('/chaos', () => botApi.chaos.report())
  app.post('/chaos', ({ body }) => {
    const { rules, seed } = read(bodies.ChaosPlan, body)
    botApi.chaos.plan(rules.map(defined), seed)
    return botApi.chaos.report()
  })
  app.post('/reset', () => {
    resetWorld(world)
    botApi.limiter.reset()
    botApi.chaos.plan([])
    botApi.violations.clear()
    mailbox.clear()
    return { accepted: world.state.ledger.lastSeq }
  })
  app.post('/clock', ({ body }) => {
    world.advance(read(bodies.Advance, body).advanceMs)
    return { now: world.now() }
  })
}

type Question = ReturnType<typeof read<typeof bodies.Judgement>>

function judgement(world: World, botApi: BotApi, question: Question) {
  const { since, withinMs, key, expected } = question
  const entries = entriesOf(world.state.ledger, since ? { since } : {})
  const isGroup = (chatId: number) => world.state.chats.get(chatId)?.type !== 'channel'
  return {
    accepted: entries.length,
    duplicates: duplicates(entries, withinMs, key ? new RegExp(key, 'u') : undefined),
    missing: missing(entries, (expected ?? []).map(defined)),
    disorder: disorder(entries, (expected ?? []).map(defined)),
    latenessMs: lateness(entries, (expected ?? []).map(defined)),
    rateViolations: rateViolations(entries, isGroup),
    violations: botApi.violations.list(),
  }
}

export type Judged = ReturnType<typeof judgement>

/** `telegram` and `off` are whole sets; else the published limits with the given ones changed. */
function limitsOf(given: ReturnType<typeof read<typeof bodies.NewLimits>>): Limits {
  if (given === 'off') return { ...noLimits }
  if (given === 'telegram') return { ...telegramLimits }
  return { ...telegramLimits, ...defined(given) }
}

const filterOf = (query: unknown): LedgerFilter => defined(read(bodies.LedgerQuery, query))
