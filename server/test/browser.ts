import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { openIdentity, type Identity } from '../src/identity/actions.ts'
import { openListener, type Listener } from '../src/platform/news/listener.ts'
import { NEWS_CHANNEL, type News, type NewsKind } from '../src/platform/news/news.ts'
import type { Mail, MailJob } from '../src/platform/mail/mail.ts'
import { admit, hasLeft } from '../src/users/actions.ts'
import type { TestApp } from './test-app.ts'

/** The HTTP app of a test app with its identity service, called without a socket. */
export type Web = {
  http: FastifyInstance
  identity: Identity
  listener: Listener
  /** Resolves with the next news of that kind, after the identity service has heard it. */
  nextNews(kind: NewsKind): Promise<News>
}

export async function openWeb(app: TestApp): Promise<Web> {
  const { ctx } = app
  const listener = await openListener(app.databaseUrl, ctx.clock, ctx.log)
  app.atEnd(() => listener.close())
  const identity = await openIdentity(ctx, {
    admit: (who) => admit(ctx, who),
    hasLeft: (userId) => hasLeft(ctx, userId),
    listener,
  })
  app.atEnd(() => identity.close())
  const http = await buildApp(ctx, identity)
  app.atEnd(() => http.close())
  const nextNews = (kind: NewsKind) =>
    new Promise<News>((resolve) => {
      const stop = listener.on(NEWS_CHANNEL, (payload) => {
        const news = JSON.parse(payload) as News
        if (news.kind !== kind) return
        stop()
        resolve(news)
      })
    })
  return { http, identity, listener, nextNews }
}

export type Answer = {
  status: number
  data?: Record<string, unknown>
  error?: { code: string; message: string; reason?: string; details?: object[] }
  headers: Record<string, unknown>
  /** As it crossed the wire. */
  text: string
}

/** A browser: it keeps cookies and sends the origin of its pages. */
export function openBrowser(app: TestApp, { http }: Web, address = '192.0.2.1') {
  const cookies = new Map<string, string>()
  const origin = new URL(app.ctx.config.publicUrl).origin

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    // As their path says: the rest of the API never sees them.
    const sent = url.startsWith('/api/auth/') ? [...cookies] : []
    const cookie = sent.map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await http.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(method === 'GET' ? {} : { origin }),
        ...(cookie ? { cookie } : {}),
        ...headers,
      },
      ...(body ? { payload: body } : {}),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      ...response.json<Pick<Answer, 'data' | 'error'>>(),
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
    }
  }

  return {
    cookies,
    send,
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    post: (url: string, body: object = {}, headers?: Record<string, string>) =>
      send('POST', url, body, headers),
    /** Calls the API as whoever is signed in here, or with the token given. */
    async api(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      body?: object,
      token?: string,
    ): Promise<Answer> {
      const bearer = token ?? String((await send('GET', '/api/auth/token')).data?.['token'])
      return send(method, url, body, { authorization: `Bearer ${bearer}` })
    },
    async token(): Promise<string> {
      return String((await send('GET', '/api/auth/token')).data?.['token'])
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** The mails that wait to be sent, the newest last. */
export async function mailsOf({ pool, ctx }: TestApp): Promise<Omit<Mail, 'goodUntil'>[]> {
  const { rows } = await pool.query<{ data: MailJob }>(
    `select data from pgboss.job where name = 'mail.send' order by created_on, id`,
  )
  return rows.map(
    ({ data }) =>
      JSON.parse(ctx.secrets.open(Buffer.from(data.sealed, 'base64'), data.place)) as Mail,
  )
}

/** The code in the newest mail to an address. */
export async function codeFor(app: TestApp, email: string): Promise<string> {
  const mail = (await mailsOf(app)).findLast(({ to }) => to === email)
  const [code] = /\b(?:\d{6}|\d{10})\b/.exec(mail?.text ?? '') ?? []
  if (!code) throw new Error(`No code was mailed to ${email}.`)
  return code
}
