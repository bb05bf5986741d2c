import { randomInt } from 'node:crypto'
import { encodePng } from './png.ts'

/** The picture of a group: a shape on a ground of one color, and letters. It is drawn from this whenever it is asked for. */
export type GroupPicture = { id: string; letters: string; look: number }

/** How many looks there are. */
const LOOKS = 8

/** Another picture than the group has now, with the first letters of its name. */
export function anotherPicture(name: string, before?: GroupPicture | null): GroupPicture {
  const letters = (
    name
      .normalize('NFKD')
      .toUpperCase()
      .match(/[A-Z][^\s-]*/g) ?? []
  ).slice(0, 2)
  return {
    id: String(randomInt(1, 2 ** 47)),
    letters: letters.map((word) => word[0]).join(''),
    look: ((before?.look ?? nameSum(name)) + 1) % LOOKS,
  }
}

/** Draws it as PNG, so many pixels wide. */
export function drawPicture({ letters, look }: GroupPicture, side: number): Buffer<ArrayBuffer> {
  const [ground, shape] = colors[look % LOOKS]!
  const row = 1 + side * 3
  const dots = Buffer.alloc(row * side)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      // From -1 to 1, so that it looks the same in every size.
      const [h, v] = [(2 * x) / side - 1, (2 * y) / side - 1]
      const color = isLetter(letters, h, v) ? WHITE : shapes[look % 4]!(h, v) ? shape : ground
      dots.writeUIntBE(color, y * row + 1 + x * 3, 3)
    }
  }
  return encodePng(side, side, dots)
}

const nameSum = (name: string) => Buffer.from(name).reduce((sum, byte) => sum + byte, 0)

const WHITE = 0xffffff

/** The ground and the shape; white letters can be read on both. */
const colors: readonly (readonly [number, number])[] = [
  [0x1f5f8b, 0x2f7fb0],
  [0x8a3b12, 0xb05a26],
  [0x2f6b3a, 0x3f8a4e],
  [0x6a2c70, 0x8a4592],
  [0x9c2f45, 0xbd4a60],
  [0x1d6a6a, 0x2b8a88],
  [0x4a4e9a, 0x666bbb],
  [0x75600f, 0x8f781f],
]

const shapes = [
  (h: number, v: number) => h * h + v * v < 0.72,
  (h: number, v: number) => Math.abs(h) + Math.abs(v) < 0.95,
  (h: number, v: number) => h + v > 0,
  (_h: number, v: number) => Math.floor((v + 1) * 3) % 2 === 1,
]

/** Five dots by seven, a row after the other. */
const FONT: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110e',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
}

/** Whether a place, from -1 to 1, is in one of the letters, which stand in the middle. */
function isLetter(letters: string, h: number, v: number): boolean {
  const dot = 0.11
  const columns = letters.length * 6 - 1
  const column = Math.floor(h / dot + columns / 2)
  const line = Math.floor(v / dot + 3.5)
  if (column < 0 || column >= columns || column % 6 === 5 || line < 0 || line > 6) return false
  const rows = FONT[letters[Math.floor(column / 6)] ?? '']
  return (
    rows !== undefined &&
    ((Number.parseInt(rows.slice(line * 2, line * 2 + 2), 16) >> (4 - (column % 6))) & 1) === 1
  )
}
