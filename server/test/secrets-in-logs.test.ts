import { expect, test } from 'vitest'
import { secretsIn } from './secrets-in-logs.ts'

const key = Buffer.alloc(32, 7).toString('base64')

test.each([
  ['a private key', 'Closing session: { privKey: <Buffer 01> }'],
  ['a private key', '"msg":"-----BEGIN PRIVATE KEY-----"'],
  ['a key of 32 bytes', `{"noise":"${key}"}`],
  ['a code to scan', 'https://wa.me/settings/linked_devices#2@abc'],
  ['a code to scan', '"ref":"2@YbJ0kq2xN5c1vT8mP4aZ9w=="'],
  ['a code to type', '{"msg":"Type K7QX2MPA on the phone."}'],
  ['a token of a bot', '987654321:AAH0abcdefghijklmnopqrstuvwxyz-_012'],
  ['a token of a person', '"bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln"'],
])('%s in a log is found', (name, line) => {
  expect(secretsIn(`{"msg":"Ready."}\n${line}\n`, [])).toEqual([expect.stringContaining(name)])
})

test('what is known to be secret is found, as JSON writes it', () => {
  const text = 'Bring "all" your scores,\nplease.'
  const log = JSON.stringify({ msg: 'Sent.', content: text, to: '15550000001' })
  expect(secretsIn(log, [text, '15550000001', 'Not there at all'])).toHaveLength(2)
})

test('what an ordinary log says is no secret', () => {
  const log =
    '{"level":30,"pid":12345678,"code":"ENOTFOUND","sqlstate":"57P01","lock":"EXCLUSIV","time":1795421616654,"account":"01a20775-debf-7b20-a4a3-7ca6bb1e9771","etag":"b1946ac92492d2347c6235b4d2611184","msg":"A connection to WhatsApp ended."}'
  expect(secretsIn(log, ['Hi', 'A text that nobody logged'])).toEqual([])
})
