import fc from 'fast-check'

/** Requests as bytes, to be written one after another over one connection. */
export type Odd = { what: string; parts: (string | Buffer)[] }

const SEGMENTS = [
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '%2F',
  '%5c',
  '\\',
  '%00',
  '%c0%ae',
  '%ff',
  '%',
  '%zz',
  '%25',
  '',
  'api',
  '%61pi',
  'API',
  'users',
  'me',
  'messages',
  'assets',
  'hooks',
  'telegram',
  ':id',
  '*',
  'socket.io',
  'healthz',
  'readyz',
  'docs',
  'index.html',
  'favicon.ico',
  ';a=b',
  'a b',
  '[',
  '{x}',
  'é',
  '%E2%82%AC',
  '%F0%9F%94%94',
  '..;',
  '~',
  '$',
  '__proto__',
  'x'.repeat(201),
  '01890000-0000-7000-8000-000000000000',
  'auth',
  'get-session',
  'calendar',
  'x'.repeat(5e3),
]

/** Spellings that have been trouble, here or elsewhere. */
const PATHS = [
  '//x',
  '/./x',
  '/../x',
  '/x//y',
  '/%2e/',
  '/%5c..%5cx',
  '/assets/%00',
  `/${'a'.repeat(5e3)}`,
  '*',
  '/',
  '//',
  '/?',
  '/?%',
  '/#',
  '/api',
  '/api/',
  '//api/users/me',
  '/api//users/me',
  '/api/./me',
  '/%61pi/users/me',
  '/API/users/me',
  '/api/users/me/',
  '/api/users/me%00',
  '/api/users/%6de',
  '/api/%',
  '/hooks/telegram/%00',
  '/hooks/telegram/x',
  '/hooks/telegram/01890000-0000-7000-8000-000000000000',
  'http://localhost/api/users/me',
  'http://evil.example/api/users/me',
  'https://[::1',
  'x',
  '?',
  '\\x',
  '/socket.io',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=9&transport=x&sid=y',
  '/socket.io/?EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAA',
  '/socket.io/../api/users/me',
]

const METHODS = [
  'GET',
  'GET',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'M-SEARCH',
  'QUERY',
  'FOO',
  'get',
  'GE T',
  '',
]

const HEADERS = [
  'Host: localhost',
  'Host: evil.example',
  'Host:',
  'Host: a\r\nHost: b',
  'X: y',
  'Accept: text/html',
  'Content-Type: application/json; charset=utf-7',
  'Content-Type: text/html',
  'Content-Type: ;;;',
  'Content-Type: multipart/form-data; boundary=',
  'Content-Encoding: gzip',
  'Range: bytes=9-1,0-',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, gzip',
  'Content-Length: -1',
  'TE: x',
  'Content-Length: 5\r\nContent-Length: 6',
  'Expect: 100-continue',
  'Expect: 200-maybe',
  ': empty',
  'If-None-Match: *',
  'If-Modified-Since: x',
  'Cookie: a=b; =; ;;',
  'Authorization: Bearer',
  'Trailer: x',
  'X-Forwarded-For: ::::',
  'X-Forwarded-For: 1, 2, 3',
  'X-Forwarded-Proto: x',
  'Forwarded: for=x',
  'Accept-Encoding: br;q=x',
  `X-Long: ${'a'.repeat(20_000)}`,
  `Cookie: ${'a=b;'.repeat(3_000)}`,
  `${'X-Many: 1\r\n'.repeat(2_500)}X-Last: 1`,
  'Bad\u0000Name: x',
  'Folded: a\r\n b',
]

const path = fc.oneof(
  fc.constantFrom(...PATHS),
  fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
  fc.string({ maxLength: 30 }).map((text) => `/${text.replaceAll(/[\r\n]/g, '')}`),
)

const head = (method: string, target: string, headers: readonly string[]) =>
  `${[`${method} ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`

const FINE = head('GET', '/healthz', ['Host: localhost'])

/** One request that is odd in its path, its method or its headers, and the last of its connection. */
const lines = fc
  .tuple(
    fc.constantFrom(...METHODS),
    path,
    fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 }),
    fc.constantFrom('', '', '{}', '0\r\n\r\n', 'zz\r\n'),
  )
  .map(([method, target, headers, body]): Odd => {
    const host = headers.some((one) => one.startsWith('Host')) ? [] : ['Host: localhost']
    // If the header says that more bytes follow, they must follow: otherwise the server rightly waits for them.
    const announced = headers.some((one) => /^(Transfer-Encoding|Content-Length|Expect)/.test(one))
    const length = announced || !body ? [] : [`Content-Length: ${body.length}`]
    const all = [...host, ...headers, ...length, 'Connection: close']
    return { what: 'odd', parts: [`${head(method, target, all)}${announced ? '0\r\n\r\n' : body}`] }
  })

/** A switch of protocols that the server does not know, first or on a connection in use. */
const upgrades = fc
  .tuple(fc.constantFrom('h2c', 'websocket', 'TLS/1.0', 'x'), path, fc.boolean(), fc.boolean())
  .map(([protocol, target, later, post]): Odd => {
    const asked = head(post ? 'POST' : 'GET', target, [
      'Host: localhost',
      'Connection: Upgrade, HTTP2-Settings',
      `Upgrade: ${protocol}`,
      'HTTP2-Settings: AAMAAABkAAQAAP__',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      ...(post ? ['Content-Length: 0'] : []),
    ])
    return { what: 'upgrade', parts: later ? [FINE, asked] : [asked] }
  })

/** No HTTP at all. */
const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((some): Odd => ({ what: 'bytes', parts: [Buffer.concat([some, Buffer.from('\r\n\r\n')])] }))

export const odd: fc.Arbitrary<Odd> = fc.oneof(
  { weight: 12, arbitrary: lines },
  { weight: 5, arbitrary: upgrades },
  { weight: 1, arbitrary: bytes },
)
