import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { systemRandom } from '../../platform/ids.ts'
import { hashPassword, verifyPassword } from './argon2id.ts'

test('a hash says how it was made, is never twice the same, and fits its password only', async () => {
  const hashes = await Promise.all(
    ['a horse', 'a horse'].map((one) => hashPassword(one, systemRandom)),
  )
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await verifyPassword('a horse', hash)).toBe(true)
    expect(await verifyPassword('a Horse', hash)).toBe(false)
  }
  expect(hashes[0]).not.toBe(hashes[1])
})

test('the same letters from another keyboard are the same password', async () => {
  const hash = await hashPassword('café ﬁne', systemRandom)
  expect(await verifyPassword('cafe\u0301 fine', hash)).toBe(true)
})

test('a hash made at another cost, by another program, still fits', async () => {
  // The reference program of the Argon2 authors: echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1
  const foreign =
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', foreign)).toBe(true)
  expect(await verifyPassword('Password', foreign)).toBe(false)
  await expect(verifyPassword('password', 'plain text')).rejects.toThrow('cannot be read')
})

test('many passwords that are hashed leave a thread for other work', async () => {
  let done = 0
  const hashes = Array.from({ length: 12 }, async () => {
    const hash = await hashPassword('correct horse battery', systemRandom)
    done += 1
    return hash
  })
  // Reading a file needs a thread as well: with all of them hashing it came after the twelfth.
  await stat(import.meta.filename)
  expect(done).toBeLessThan(4)
  const [first = ''] = await Promise.all(hashes)
  expect(await verifyPassword('correct horse battery', first)).toBe(true)
})
