import { expect, test } from 'vitest'
import { readAuthSecrets } from '../../platform/setting-readers.ts'
import { keyedHash } from './secrets.ts'

const long = 'x'.repeat(32)

test('secrets are read newest first, and errors do not contain them', () => {
  expect(readAuthSecrets(`2:${long}new, 1:${long}old\n`)).toEqual([
    { version: 2, value: `${long}new` },
    { version: 1, value: `${long}old` },
  ])
  for (const bad of ['short', '1:short-secret', `:${long}`, `one:${long}`, `1:${long},`, '']) {
    expect(() => readAuthSecrets(bad)).toThrow('must be version:secret pairs')
  }
  expect(() => readAuthSecrets('1:short-secret')).not.toThrow('short-secret')
  expect(() => readAuthSecrets(`1:${long},1:${long}`)).toThrow('names a version twice')
})

test('a hash is bound to the secret and to its purpose', () => {
  const secrets = readAuthSecrets(`1:${long}`)
  const hash = keyedHash(secrets, 'codes')('123456')
  expect(hash).toBe(keyedHash(secrets, 'codes')('123456'))
  expect(hash).not.toBe(keyedHash(secrets, 'tries')('123456'))
  expect(hash).not.toBe(keyedHash(readAuthSecrets(`1:${long}!`), 'codes')('123456'))
})
