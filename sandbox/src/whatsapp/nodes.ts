import { decodeNode as decodeBinary, encodeNode as encodeBinary } from 'whatsapp-rust-bridge'

/** What travels on an open connection, like an element of XML. */
export type Node = { tag: string; attrs: Record<string, string>; content?: Content }
type Content = Node[] | Uint8Array | string

/** A node; attributes without a value are left out. */
export function node(
  tag: string,
  attrs: Record<string, string | number | undefined> = {},
  content?: Content,
): Node {
  const defined = Object.entries(attrs).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return { tag, attrs: Object.fromEntries(defined), ...(content === undefined ? {} : { content }) }
}

// This codec is not the one of the client under test, so that each finds the mistakes of the other.
export const encodeNode = (written: Node): Uint8Array => encodeBinary(written)

export function decodeNode(bytes: Uint8Array): Node {
  const handle = decodeBinary(bytes)
  try {
    const { tag, attrs, content } = handle
    return { tag, attrs, ...(content === undefined ? {} : { content }) }
  } finally {
    handle.free()
  }
}

/** The children of a node, with this tag if one is given. */
export function children(of: Node | undefined, tag?: string): Node[] {
  if (!of || !Array.isArray(of.content)) return []
  return tag === undefined ? of.content : of.content.filter((one) => one.tag === tag)
}

export const child = (of: Node | undefined, tag: string): Node | undefined => children(of, tag)[0]

/** The bytes in a node, or in its child with this tag. Short words travel as text. */
export function bytesIn(of: Node, tag?: string): Buffer {
  const content = (tag === undefined ? of : child(of, tag))?.content
  if (content === undefined || Array.isArray(content))
    throw new Error(`<${of.tag}> has no bytes${tag ? ` in <${tag}>` : ''}.`)
  return Buffer.from(content)
}

/** A number as so many bytes, the greatest first. */
export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** A node without its bytes, for logs and errors. */
export function outline({ tag, attrs, content }: Node): string {
  const inner = Array.isArray(content) ? content.map((one) => ` <${one.tag}>`).join('') : ''
  const { type, xmlns, to } = attrs
  const shown = Object.entries({ type, xmlns, to }).filter(([, value]) => value)
  return `<${tag}${shown.map(([name, value]) => ` ${name}="${value}"`).join('')}>${inner}`
}
