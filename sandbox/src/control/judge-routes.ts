import type { FastifyInstance } from 'fastify'
import { openStream } from '../http/sse.ts'
import type { Mailbox } from '../mailbox/store.ts'
import type { Payments } from '../payments/payments.ts'
import type { BotApi } from '../telegram-bot-api/server.ts'
import type { Whatsapp } from '../whatsapp/server.ts'
import { disorder, duplicates, lateness, missing, rateViolations } from '../world/judge.ts'
import { acceptedOn } from '../world/accepted.ts'
import { entriesOf, fits, type LedgerFilter } from '../world/ledger.ts'
import { resetWorld } from '../world/telegram/seed.ts'
import type { World } from '../world/world.ts'
import * as bodies from './bodies.ts'
import { read } from './read.ts'
import { defined } from './defined.ts'
import { entryView } from './views.ts'

/** The routes that all networks share: the ledger and its judgment, the clock, and the reset to the first day. */
export function judgeRoutes(
  app: FastifyInstance,
  world: World,
  botApi: BotApi,
  mailbox: Mailbox,
  payments: Payments,
  whatsapp: Whatsapp | undefined,
): void {
  const witnesses = { world, botApi, payments, whatsapp }
  app.get('/ledger', ({ query }) => ({
    entries: entriesOf(world.state.ledger, filterOf(query)).map(entryView),
    lastSeq: world.state.ledger.lastSeq,
  }))
  app.get('/ledger/stream', ({ query }, reply) => {
    const filter = filterOf(query)
    const stream = openStream(reply)
    for (const entry of entriesOf(world.state.ledger, filter)) stream.send(entryView(entry))
    const stop = world.listen((event) => {
      const entry = acceptedOn(event)
      if (entry && fits(entry, filter)) stream.send(entryView(entry))
    })
    stream.onEnd(stop)
  })
  app.get('/events/stream', (_, reply) => {
    const stream = openStream(reply)
    stream.onEnd(world.listen((event) => stream.send(event)))
  })
  app.get('/judge', () => judgement(witnesses, {}))
  app.post('/judge', ({ body }) => judgement(witnesses, read(bodies.Judgement, body ?? {})))

  app.post('/reset', () => {
    resetWorld(world)
    whatsapp?.seed()
    botApi.limiter.reset()
    botApi.faultPlan.setRules([])
    botApi.violations.clear()
    payments.faultPlan.setRules([])
    payments.violations.clear()
    mailbox.clear()
    return { accepted: world.state.ledger.lastSeq }
  })
  app.post('/clock', ({ body }) => {
    world.advance(read(bodies.Advance, body).advanceMs)
    payments.runDue()
    payments.webhooks.pump()
    return { now: world.now() }
  })
}

type Question = ReturnType<typeof read<typeof bodies.Judgement>>

type Witnesses = {
  world: World
  botApi: BotApi
  payments: Payments
  whatsapp: Whatsapp | undefined
}

function judgement({ world, botApi, payments, whatsapp }: Witnesses, question: Question) {
  const { since, withinMs, key, expected } = question
  const entries = entriesOf(world.state.ledger, since ? { since } : {})
  const isGroup = (chatId: string) => {
    const type = world.state.telegram.chats.get(Number(chatId))?.type
    return type !== 'channel' && type !== 'private'
  }
  return {
    accepted: entries.length,
    duplicates: duplicates(entries, withinMs, key ? new RegExp(key, 'u') : undefined),
    missing: missing(entries, (expected ?? []).map(defined)),
    disorder: disorder(entries, (expected ?? []).map(defined)),
    latenessMs: lateness(entries, (expected ?? []).map(defined)),
    // The pace is that of Telegram's bots; WhatsApp publishes none.
    rateViolations: rateViolations(
      entries.filter(({ channel }) => channel === 'telegram-bot'),
      isGroup,
    ),

    violations: botApi.violations.list(),
    paymentViolations: payments.violations.list(),
    /** Queries of WhatsApp clients that the stand-in does not support. */
    whatsappViolations: whatsapp?.violations ?? [],
  }
}

export type Judged = ReturnType<typeof judgement>

const filterOf = (query: unknown): LedgerFilter => defined(read(bodies.LedgerQuery, query))
