import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { judgeRoutes } from './control/judge-routes.ts'
import { operatorBot, telegramRoutes } from './control/telegram-routes.ts'
import { whatsappRoutes } from './control/whatsapp-routes.ts'
import { readEndpoints, writeEndpoints, type Endpoints } from './endpoints.ts'
import { assetRoutes } from './http/assets.ts'
import { strangerReason } from './http/guard.ts'
import { indexPage } from './http/index-page.ts'
import { hangUp, listen, portOf } from './http/listen.ts'
import { sendPage } from './http/page.ts'
import { sendProblem } from './http/problem.ts'
import { createPayments, type Payments } from './payments/payments.ts'
import { controlRoutes } from './payments/control-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { startSmtp, type Smtp } from './mailbox/smtp.ts'
import { openMailbox } from './mailbox/store.ts'
import { chatsOfYou } from './phone/chat-list.ts'
import { phoneRoutes } from './phone/routes.ts'
import { whatsappPhoneRoutes } from './phone/whatsapp/routes.ts'
import { telegramLimits, type Limits } from './telegram-bot-api/limits.ts'
import { createBotApi, type BotApi } from './telegram-bot-api/server.ts'
import { seedWorld } from './world/telegram/seed.ts'
import { botOf, userOf } from './world/telegram/find.ts'
import { ControlRefusal, openWorld, type World } from './world/world.ts'

export type Program = { endpoints: Endpoints; stop(): Promise<void> }

export type ProgramOptions = {
  /** The folder that keeps the world and `endpoints.json`. */
  dir: string
  /** 0 takes the port of last time if it is free, else any. */
  port?: number
  seed?: number
  limits?: Limits
  /** Stands in for WhatsApp too. */
  whatsapp?: boolean
  /** How many keys WhatsApp says a linked device has left, beside those that it left. */
  keysClaimed?: number
  /** Instead of the machine's clock. */
  now?: () => number
}

// Longer than any client keeps a connection idle, so that the server is never the one to hang up.
const KEEP_ALIVE_MS = 75_000

/** Starts the whole outside world on loopback and writes where it answers. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const former = readEndpoints(options.dir)
  const world = openWorld(options)
  if (world.isNew) seedWorld(world)
  const botApi = createBotApi(world, options.limits ?? telegramLimits)
  const payments = createPayments(world)

  const mailbox = openMailbox(join(options.dir, 'mailbox'))
  const smtp = await startSmtp(mailbox, { port: portOf(former?.smtp), now: () => world.now() })

  const whatsapp = options.whatsapp
    ? await openWhatsapp(world, former, options.keysClaimed)
    : undefined

  const { app, server } = createApp(botApi)
  app.addHook('onSend', async () => world.written())
  const endpoints = () => ({
    ...endpointsOf(world, baseOf(server), smtp, payments),
    ...(whatsapp ? { whatsapp: whatsapp.endpoint } : {}),
  })
  app.get('/sandbox/api/endpoints', endpoints)
  app.get('/', (_, reply) => reply.redirect('/sandbox/'))
  app.get('/sandbox', (_, reply) => reply.redirect('/sandbox/'))
  app.get('/sandbox/', (_, reply) =>
    sendPage(
      reply,
      indexPage(endpoints(), {
        chats: chatsOfYou(world).length,
        mails: mailbox.list().length,
        accepted: world.state.ledger.lastSeq,
        subscriptions: payments.state.subscriptions.size,
        ...(whatsapp ? { whatsappGroups: world.state.whatsapp.groups.size } : {}),
      }),
    ),
  )
  assetRoutes(app)
  phoneRoutes(app, world)
  if (whatsapp) whatsappPhoneRoutes(app, world, whatsapp)
  mailboxRoutes(app, mailbox)
  await paymentRoutes(app, payments, () => baseOf(server))
  await app.register(
    (api, _, done) => {
      judgeRoutes(api, world, botApi, mailbox, payments, whatsapp)
      void api.register(
        (telegram, _options, ready) => {
          telegramRoutes(telegram, world, botApi)
          ready()
        },
        { prefix: '/telegram' },
      )
      if (whatsapp)
        void api.register(
          (control, _options, ready) => {
            whatsappRoutes(control, world, whatsapp)
            ready()
          },
          { prefix: '/whatsapp' },
        )
      void api.register(
        (control, _options, ready) => {
          controlRoutes(control, payments)
          ready()
        },
        { prefix: '/payments' },
      )
      done()
    },
    { prefix: '/sandbox/api' },
  )
  await app.ready()
  await listen(server, options.port || portOf(former?.http), Boolean(options.port))

  writeEndpoints(options.dir, endpoints())
  world.listen((event) => {
    if (event.type === 'botChanged') writeEndpoints(options.dir, endpoints())
  })

  return {
    endpoints: endpoints(),
    async stop() {
      botApi.close()
      await Promise.all([payments.close(), hangUp(server), smtp.close(), whatsapp?.close()])
      await app.close()
      world.close()
    },
  }
}

/** Loaded only when asked for: it brings WebAssembly that nobody else needs. */
async function openWhatsapp(world: World, former: Endpoints | undefined, keysClaimed = 0) {
  const { startWhatsapp } = await import('./whatsapp/server.ts')
  const whatsapp = await startWhatsapp(world, {
    port: portOf(former?.whatsapp?.webSocketUrl),
    keysClaimed,
  })
  if (world.state.whatsapp.people.size === 0) whatsapp.seed()
  return whatsapp
}

function endpointsOf(
  world: World,
  http: string,
  smtp: Smtp,
  { keys: { polar, stripe } }: Payments,
): Endpoints {
  const bot = botOf(world, operatorBot(world))
  return {
    pid: process.pid,
    http,
    botApiRoot: `${http}/bot-api`,
    botToken: bot.token,
    botUsername: userOf(world, bot.id).username ?? '',
    smtp: `smtp://127.0.0.1:${smtp.port}`,
    payments: {
      polar: {
        baseUrl: `${http}/polar`,
        accessToken: polar.accessToken,
        webhookSecret: polar.webhookSecret,
        productPro: polar.productId,
      },
      stripe: {
        baseUrl: http,
        secretKey: stripe.secretKey,
        webhookSecret: stripe.webhookSecret,
        pricePro: stripe.priceId,
      },
    },
  }
}

function baseOf(server: Server): string {
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

/** Our own refusals and the framework's carry a status; whatever else is thrown is a mistake of ours. */
function statusOf(error: unknown): number {
  if (error instanceof ControlRefusal) return error.status
  const known = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof known === 'number' ? known : 500
}

/** Bot API requests go past the framework: benches send thousands a second. */
function createApp(botApi: BotApi): { app: FastifyInstance; server: Server } {
  let server: Server | undefined
  const app = fastify({
    forceCloseConnections: true,
    serverFactory(handler) {
      server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
        const stranger = strangerReason(request)
        if (stranger) return void response.writeHead(403).end(stranger)
        const url = request.url ?? ''
        if (url.startsWith('/bot-api/')) return botApi.handle(request, response, url.slice(8))
        handler(request, response)
      })
      return server
    },
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    return sendProblem(
      request,
      reply,
      status,
      error instanceof Error ? error.message : String(error),
    )
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, 404, 'There is nothing here.'),
  )
  if (!server) throw new Error('The framework made no server.')
  return { app, server }
}
