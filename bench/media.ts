import { setTimeout as pause } from 'node:timers/promises'
import { PART_BYTES, startUpload } from '@carillon/contract/media'
import { newPerson } from '../tools/client.ts'
import { startProduct, type Product } from '../tools/product.ts'
import { pdf, uploadFile } from '../tools/uploads.ts'
import { say } from './figures.ts'
import { pidOf, residentMb } from './machine.ts'

const FILE_MB = 40

/** How often the memory of the server is looked at. */
const LOOK_MS = 20

/** The memory of a server that receives a file of 40 MB, then four more at once, and its memory before that. */
export async function media(): Promise<boolean> {
  const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'warn' } })
  try {
    const person = await newPerson(product.url, 'uploader@example.org')
    // What every call costs is paid before.
    for (let n = 0; n < 50; n++) await person.call(startUpload, { body: { name: 'x', bytes: 1 } })
    await pause(3_000)
    const before = memoryOf(product)
    const upload = () =>
      uploadFile(product.url, person, { name: 'book.pdf', bytes: pdf(FILE_MB * 1_000_000) })
    const one = await peakWhile(product, upload)
    const many = await peakWhile(product, () => Promise.all([1, 2, 3, 4].map(upload)))
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

async function peakWhile(product: Product, work: () => Promise<unknown>) {
  const began = performance.now()
  let peakMb = 0
  const looking = setInterval(() => (peakMb = Math.max(peakMb, memoryOf(product))), LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return { peakMb, seconds: ((performance.now() - began) / 1_000).toFixed(1) }
}

const memoryOf = (product: Product) => Math.round(residentMb(pidOf(product)))
