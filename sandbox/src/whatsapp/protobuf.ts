type Kind = 'bytes' | 'text' | 'number' | 'flag' | Shape
/** A field of a record: its number, what it holds, and whether it may come several times. */
type Field = readonly [number: number, kind: Kind, many?: 'many']
export type Shape = { readonly [name: string]: Field }

type One<K> = K extends 'bytes'
  ? Uint8Array
  : K extends 'text'
    ? string
    : K extends 'number'
      ? number
      : K extends 'flag'
        ? boolean
        : K extends Shape
          ? Value<K>
          : never

/** What a record of a shape holds; every field may be absent. */
export type Value<S extends Shape> = {
  -readonly [N in keyof S]?: S[N] extends readonly [number, infer K, 'many']
    ? One<K>[]
    : One<S[N][1]>
}

const VARINT = 0
const FIXED_64 = 1
const LENGTH = 2
const FIXED_32 = 5

/** Reads a record; fields that the shape does not name are passed over. */
export function decode<S extends Shape>(shape: S, bytes: Uint8Array): Value<S> {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [field[0], { name, field }]))
  const found: Record<string, unknown> = {}
  const reader = { bytes, at: 0 }
  while (reader.at < bytes.length) {
    const tag = readVarint(reader)
    const known = fields.get(Math.floor(tag / 8))
    const raw = readRaw(reader, tag % 8)
    if (!known) continue
    const [, kind, many] = known.field
    const value = valueOf(kind, raw)
    if (many) found[known.name] = [...((found[known.name] as unknown[]) ?? []), value]
    else found[known.name] = value
  }
  return found as Value<S>
}

/** Writes a record; fields without a value are left out. */
export function encode<S extends Shape>(shape: S, value: Value<S>): Buffer {
  const parts: Uint8Array[] = []
  for (const [name, [number, kind]] of Object.entries(shape)) {
    const given: unknown = value[name as keyof S]
    if (given === undefined) continue
    for (const one of Array.isArray(given) ? given : [given])
      parts.push(...written(number, kind, one))
  }
  return Buffer.concat(parts)
}

function valueOf(kind: Kind, raw: number | Uint8Array): unknown {
  if (kind === 'number') return raw
  if (kind === 'flag') return raw !== 0
  if (typeof raw === 'number') throw new Error('A number where a record has bytes.')
  if (kind === 'bytes') return raw
  if (kind === 'text') return Buffer.from(raw).toString('utf8')
  return decode(kind, raw)
}

function written(number: number, kind: Kind, value: unknown): Uint8Array[] {
  if (kind === 'number' || kind === 'flag')
    return [varint(number * 8 + VARINT), varint(Number(value))]
  const bytes = bytesOf(kind, value)
  return [varint(number * 8 + LENGTH), varint(bytes.length), bytes]
}

function bytesOf(kind: Exclude<Kind, 'number' | 'flag'>, value: unknown): Uint8Array {
  if (kind === 'text') return Buffer.from(value as string, 'utf8')
  if (kind === 'bytes') return value as Uint8Array
  return encode(kind, value as Value<Shape>)
}

type Reader = { bytes: Uint8Array; at: number }

function readRaw(reader: Reader, wire: number): number | Uint8Array {
  if (wire === VARINT) return readVarint(reader)
  if (wire === FIXED_64) return take(reader, 8)
  if (wire === LENGTH) return take(reader, readVarint(reader))
  if (wire === FIXED_32) return take(reader, 4)
  throw new Error(`A record has a field of the unknown kind ${wire}.`)
}

function take(reader: Reader, length: number): Uint8Array {
  const end = reader.at + length
  if (end > reader.bytes.length) throw new Error('A record ends in the middle of a field.')
  const piece = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return piece
}

/** Numbers above 2^53, as negative ones are written, lose their last digits: nothing here needs them. */
function readVarint(reader: Reader): number {
  let value = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = take(reader, 1)[0] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return value
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return Buffer.from([...bytes, rest])
}
