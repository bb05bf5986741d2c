import { expect, test } from 'vitest'
import { systemRandom } from './ids.ts'
import { openSecrets } from './secrets.ts'
import { readKeyring } from './setting-readers.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const secrets = (setting: string) => openSecrets(readKeyring(setting), systemRandom)

test('a sealed secret opens where it was put and nowhere else', () => {
  const { seal, open } = secrets(`a:${key(1)}`)
  const sealed = seal('token', 'accounts.credentials:1')
  expect(open(sealed, 'accounts.credentials:1')).toBe('token')
  expect(() => open(sealed, 'accounts.credentials:2')).toThrow('authenticate')
  expect(sealed.toString('latin1')).not.toContain('token')
})

test('a changed byte is noticed', () => {
  const { seal, open } = secrets(`a:${key(1)}`)
  const sealed = seal('token', 'place')
  sealed[sealed.length - 1]! ^= 1
  expect(() => open(sealed, 'place')).toThrow('authenticate')
})

test('a new key seals, the old one still opens, and without it the words say which is missing', () => {
  const old = secrets(`a:${key(1)}`).seal('token', 'place')
  const both = secrets(`b:${key(2)},a:${key(1)}`)
  expect(both.open(old, 'place')).toBe('token')
  const fresh = both.seal('token', 'place')
  expect(secrets(`b:${key(2)}`).open(fresh, 'place')).toBe('token')
  expect(() => secrets(`b:${key(2)}`).open(old, 'place')).toThrow('The key "a"')
})

test.each(['', 'a', `a:${Buffer.alloc(16).toString('base64')}`, `:${key(1)}`])(
  'a keyring like %j is refused in words',
  (setting) => expect(() => readKeyring(setting)).toThrow('must be name:key pairs'),
)

test('what was signed is known again, for its purpose and unchanged alone, also under an older key', () => {
  const old = secrets(`a:${key(1)}`)
  const signature = old.sign('file 1', 'links')
  const both = secrets(`b:${key(2)},a:${key(1)}`)
  expect(both.isSigned('file 1', 'links', signature)).toBe(true)
  expect(both.isSigned('file 2', 'links', signature)).toBe(false)
  expect(both.isSigned('file 1', 'invitations', signature)).toBe(false)
  expect(both.isSigned('file 1', 'links', '')).toBe(false)
  expect(secrets(`b:${key(2)}`).isSigned('file 1', 'links', signature)).toBe(false)
  expect(both.sign('file 1', 'links')).not.toBe(signature)
})
