import { crc32, deflateSync } from 'node:zlib'

/** A gray picture of this size: a whole PNG that every reader of pictures can read. */
export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of gray for each dot.
  header[8] = 8
  const rows = Buffer.alloc((width + 1) * height, 128)
  // Each row begins with the number of its filter; 0 is none.
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}
