import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopbackOrigin } from './guard.ts'

const COOKIE = 'carillon-back'

/** The page of Carillon that linked here: the link names it in `back`, and a cookie keeps it. */
export function backFrom({ query, headers }: FastifyRequest): string | undefined {
  const told = (query as { back?: unknown }).back
  const kept = new RegExp(`\\b${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1]
  const back = typeof told === 'string' ? told : kept && decode(kept)
  return back && back.length <= LENGTH_MAX && isOurs(back) ? back : undefined
}

export const rememberBack = (reply: FastifyReply, back: string) =>
  reply.header(
    'Set-Cookie',
    `${COOKIE}=${encodeURIComponent(back)}; Path=/sandbox; HttpOnly; SameSite=Lax`,
  )

/** More than any address of the app has. */
const LENGTH_MAX = 300

/** Only a page of this machine: a link from elsewhere could name any other. */
const isOurs = (back: string) => /^https?:/.test(back) && isLoopbackOrigin(back)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
