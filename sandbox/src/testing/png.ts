import { randomBytes } from 'node:crypto'
import { encodePng } from '../world/png.ts'

/**
 * A picture to upload in tests, as PNG: grey, or, with `noise`, of random dots, which cannot be compressed and
 * so take three bytes a pixel.
 */
export function png(width: number, height: number, { noise = false } = {}): Buffer<ArrayBuffer> {
  const row = 1 + width * 3
  const dots = noise ? randomBytes(row * height) : Buffer.alloc(row * height, 128)
  for (let y = 0; y < height; y++) dots[y * row] = 0
  return encodePng(width, height, dots, noise ? 0 : 9)
}
