import { argon2 as argon2Callback, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import type { Random } from '../../platform/ids.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'

const argon2 = promisify(argon2Callback)

/** OWASP's minimum for argon2id: 19 MiB, 2 passes, 1 lane; some 94 ms on two shared cores (2026-11). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
/**
 * Hashes at once in this process. Node computes them on the four threads that also look up names and read
 * files, and each takes a core: people who sign in must not hold up what is sent.
 */
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Hashes that wait for their turn: some ten seconds of them. */
const WAITING = 100

const limited = limitConcurrency(
  AT_ONCE,
  WAITING,
  () =>
    new AppError('rate_limited', 'Too many people sign in at this moment. Try again soon.', {
      retryAfter: 10,
    }),
)

const SALT_BYTES = 16
const TAG_BYTES = 32

/**
 * Hashes a password to a PHC string, which names its own cost, so that the cost can be raised later. Throws
 * `rate_limited` when too many others wait.
 */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_BYTES)
  const tag = await derive(password, salt, TAG_BYTES, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

/** Whether the password is the one that was hashed. Throws when the hash cannot be read. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) throw new Error('A stored password hash cannot be read.')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const known = Buffer.from(tag, 'base64')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const tried = await derive(password, Buffer.from(salt, 'base64'), known.length, cost)
  return timingSafeEqual(tried, known)
}

const derive = (password: string, nonce: Buffer, tagLength: number, cost: typeof COST) =>
  // The same letters typed on two keyboards may be two sequences of code points.
  limited(() =>
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost }),
  )

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
