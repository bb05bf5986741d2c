import type { Server, Socket } from 'socket.io'
import { after, seconds } from '../platform/clock.ts'
import type { Caller, Context } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import type { IpNetworks } from './ip-networks.ts'

/**
 * Returns the user of a token and its expiry. Throws AppError if the token is not valid, or cannot be checked
 * now.
 */
export type VerifyToken = (token: string) => Promise<{ caller: Caller; expiresAt: Date }>

type Visit = { userId: string; sessionId: string | null; expiresAt: Date }
type Sent = Record<string, (payload: unknown) => void>

export type LiveServer = Server<Sent, Sent, Sent, Visit>
export type LiveSocket = Socket<Sent, Sent, Sent, Visit>

/** There is nothing to ask here: whoever asks so often does not mean well. */
const QUESTIONS_MAX = 3

/**
 * How long a connection outlives its token, in milliseconds: whoever renews a token only when it ends has
 * the new one when the connection is made anew.
 */
const EXPIRY_GRACE_MS = seconds(10)

export const userRoom = (userId: string) => `user:${userId}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`

/**
 * Lets in only whoever shows a token in the handshake, and puts them in their own rooms: a client cannot
 * choose one, and nothing it says is heard. Why somebody is refused stands in the error's data. Nobody is
 * let in before `isReady`: what changed until then would never be told.
 */
export function guardEntry(
  ctx: Context,
  io: LiveServer,
  { verifyToken, networks }: { verifyToken: VerifyToken; networks: IpNetworks },
  isReady: Promise<void>,
): void {
  io.use((socket, answer) => {
    enter(socket).then(
      () => answer(),
      (error: unknown) => answer(refusal(ctx, error)),
    )
  })
  io.on('connection', stay)

  async function enter(socket: LiveSocket) {
    await isReady
    const { caller, expiresAt } = await check(socket)
    const present = io.sockets.adapter.rooms.get(userRoom(caller.id))?.size ?? 0
    if (present >= ctx.config.limits.socketsPerUser) {
      throw new AppError('limit_reached', 'Too many pages are open. Close some of them.')
    }
    socket.data = { userId: caller.id, sessionId: caller.sessionId, expiresAt }
  }

  function stay(socket: LiveSocket) {
    const { userId, sessionId, expiresAt } = socket.data
    void socket.join([userRoom(userId), ...(sessionId ? [sessionRoom(sessionId)] : [])])
    const leave = () => void socket.disconnect(true)
    let questions = 0
    socket.onAny((...said: unknown[]) => {
      questions += 1
      if (questions < QUESTIONS_MAX) answerUnknown(said)
      else leave()
    })
    // A new token is shown by connecting anew, which ours does by itself. So there is one way in.
    const forget = ctx.clock.wake(after(expiresAt, EXPIRY_GRACE_MS), leave)
    socket.on('disconnect', () => {
      forget()
      // Who says goodbye may not stay connected without being anybody.
      socket.conn.close()
    })
    // The session may have ended between the check and the room, where the news of it found nobody.
    check(socket).catch(leave)
  }

  /** Whose token a client shows, found out when it is its turn. */
  async function check(socket: LiveSocket) {
    const token = tokenOf(socket)
    return networks.check(networks.networkOf(socket.request), () => {
      if (socket.conn.readyState !== 'open') throw new AppError('unavailable', 'It has gone.')
      return verifyToken(token)
    })
  }
}

function tokenOf({ handshake }: LiveSocket): string {
  const token: unknown = handshake.auth['token']
  if (typeof token !== 'string' || !token)
    throw new AppError('unauthenticated', 'Sign in to go on.')
  return token
}

/** There is nothing to ask here; whoever waits for an answer is told so. */
function answerUnknown(said: unknown[]) {
  const answer = said.at(-1)
  if (typeof answer !== 'function') return
  answer({ error: { code: 'not_found', message: 'There is no such call.' } })
}

function refusal({ log }: Context, error: unknown): Error {
  const told =
    error instanceof AppError
      ? error
      : new AppError(
          'unavailable',
          'Live updates are not available at the moment. The connection is tried again automatically.',
        )
  if (told !== error) {
    log.warn(
      { reason: (error as Error).message },
      'The token of a live connection was not checked.',
    )
  }
  return Object.assign(new Error(told.message), {
    data: { code: told.code, message: told.message },
  })
}
