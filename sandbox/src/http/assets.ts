import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

const SRC = join(import.meta.dirname, '..')
/** Reads QR codes in the browser of whoever holds a phone. */
const QR = dirname(fileURLToPath(import.meta.resolve('qr')))

/** The few files the pages need, each named here: no path of a request reaches the disk. */
const files: Record<string, { path: string; type: string }> = {
  'sandbox.css': { path: 'http/sandbox.css', type: 'text/css; charset=utf-8' },
  'sandbox.svg': { path: 'http/sandbox.svg', type: 'image/svg+xml' },
  'back.js': { path: 'http/back.js', type: 'text/javascript; charset=utf-8' },
  'times.js': { path: 'phone/times.js', type: 'text/javascript; charset=utf-8' },
  'phone.css': { path: 'phone/phone.css', type: 'text/css; charset=utf-8' },
  'phone.js': { path: 'phone/phone.js', type: 'text/javascript; charset=utf-8' },
  'devices.js': { path: 'phone/devices.js', type: 'text/javascript; charset=utf-8' },
  'payments.css': { path: 'payments/payments.css', type: 'text/css; charset=utf-8' },
  'mailbox.css': { path: 'mailbox/mailbox.css', type: 'text/css; charset=utf-8' },
  'mailbox.js': { path: 'mailbox/mailbox.js', type: 'text/javascript; charset=utf-8' },
}

export function assetRoutes(app: FastifyInstance): void {
  for (const name of ['index.js', 'decode.js']) {
    app.get(`/sandbox/assets/qr/${name}`, async (_, reply) => {
      const content = await readFile(join(QR, name))
      return reply.header('Cache-Control', 'no-cache').type('text/javascript').send(content)
    })
  }
  for (const [name, { path, type }] of Object.entries(files)) {
    app.get(`/sandbox/assets/${name}`, async (_, reply) => {
      const content = await readFile(join(SRC, path))
      return reply.header('Cache-Control', 'no-cache').type(type).send(content)
    })
  }
}
