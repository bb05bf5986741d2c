import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/**
 * A picture to upload in tests, as PNG: grey, or, with `noise`, of random dots, which cannot be compressed and
 * so take three bytes a pixel.
 */
export function png(width: number, height: number, { noise = false } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of three colors.
  header.set([8, 2, 0, 0, 0], 8)
  const row = 1 + width * 3
  const dots = noise ? randomBytes(row * height) : Buffer.alloc(row * height, 128)
  // Each row begins with how it is filtered: not at all.
  for (let y = 0; y < height; y++) dots[y * row] = 0
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(dots, { level: noise ? 0 : 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
