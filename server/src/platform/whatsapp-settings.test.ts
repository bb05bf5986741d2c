import { expect, test } from 'vitest'
import { standsIn, whatsappConfig, whatsappProblems } from './whatsapp-settings.ts'

const sandbox = {
  webSocketUrl: 'ws://127.0.0.1:1/ws/chat',
  rootKey: 'a'.repeat(64),
  mediaCertificate: '-----BEGIN CERTIFICATE-----',
  versionUrl: 'http://127.0.0.1:1/sw.js',
}

test('nobody gets WhatsApp without saying so; the sandbox stands in where it can', () => {
  expect(whatsappConfig({}, undefined)).toBeUndefined()
  expect(whatsappConfig({}, sandbox)).toEqual(sandbox)
  expect(whatsappConfig({ WHATSAPP: 'off' }, sandbox)).toBeUndefined()
})

test('who switches it on gets WhatsApp itself, never the sandbox', () => {
  expect(standsIn({ WHATSAPP: 'on' })).toBe(false)
  const versionUrl = 'https://web.whatsapp.com/sw.js'
  expect(whatsappConfig({ WHATSAPP: 'on' }, sandbox)).toEqual({ versionUrl })
  expect(whatsappConfig({ WHATSAPP: 'on', WHATSAPP_VERSION: '2.3000.1' }, sandbox)).toEqual({
    version: [2, 3000, 1],
    versionUrl,
  })
})

test('a stand-in is on this machine, and has a key to be believed by', () => {
  const key = { WHATSAPP_ROOT_KEY: 'a'.repeat(64) }
  expect(whatsappProblems({ ...key, WHATSAPP_WS_URL: 'ws://localhost:1/ws/chat' })).toEqual([])
  expect(whatsappProblems({ ...key, WHATSAPP_WS_URL: 'wss://example.org/' })).toEqual([
    expect.stringContaining('must lead to this machine'),
  ])
  expect(whatsappProblems({ WHATSAPP_WS_URL: 'ws://127.0.0.1:1/' })).toEqual([
    expect.stringContaining('WHATSAPP_ROOT_KEY is missing'),
  ])
})
