import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { finishUpload, PART_BYTES, startUpload } from '@carillon/contract/media'
import { newPerson, type Person } from '../tools/client.ts'
import { startProduct, type Product } from '../tools/product.ts'
import { say } from './figures.ts'

const FILE_MB = 40

/** How often the memory of the server is looked at. */
const LOOK_MS = 20

/** What a server takes that receives a file of 40 MB, then another four at once; and what it costs before any came. */
export async function media(): Promise<boolean> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const person = await newPerson(product.url, 'uploader@example.org')
    // What every call costs is paid before.
    for (let n = 0; n < 50; n++) await person.call(startUpload, { body: { name: 'x', bytes: 1 } })
    await pause(3_000)
    const before = residentMb(product)
    const one = await peakWhile(product, () => upload(product, person))
    const many = await peakWhile(product, () =>
      Promise.all([1, 2, 3, 4].map(() => upload(product, person))),
    )
    const held = one.peakMb - before <= 30
    say(`media: a file of ${FILE_MB} MB, uploaded in parts of ${PART_BYTES / 1e6} MB`)
    say(`  before any upload the server takes ${before} MB`)
    say(
      `  one: ${one.peakMb - before} MB of memory more at its peak, bar ≤ 30: ${held ? 'held' : 'MISSED'}; ${one.seconds} s`,
    )
    say(`  four at once: ${many.peakMb - before} MB more; ${many.seconds} s`)
    return held
  } finally {
    await product.stop()
  }
}

async function upload({ url }: Product, person: Person): Promise<void> {
  const file = randomBytes(FILE_MB * 1_000_000)
  file.set(Buffer.from('%PDF-1.7\n'))
  const body = { name: 'book.pdf', bytes: file.length }
  const { id, parts } = await person.call(startUpload, { body })
  const headers = { authorization: `Bearer ${await person.token()}` }
  for (let part = 0; part < parts; part++) {
    const answer = await fetch(`${url}/api/media/${id}/parts/${part}`, {
      method: 'PUT',
      headers,
      body: file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    })
    if (!answer.ok) throw new Error(`Part ${part}: ${await answer.text()}`)
  }
  await person.call(finishUpload, { params: { id }, body: {} })
}

async function peakWhile(product: Product, work: () => Promise<unknown>) {
  const began = performance.now()
  let peakMb = 0
  const looking = setInterval(() => (peakMb = Math.max(peakMb, residentMb(product))), LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return { peakMb, seconds: ((performance.now() - began) / 1_000).toFixed(1) }
}

function residentMb({ dataDir }: Product): number {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number }
  const [, kb = ''] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1_000)
}
