import { createDecipheriv, hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileContent } from './content.ts'
import { derive, hmac } from './keys.ts'
import type { Network } from './network.ts'

const MAC_BYTES = 10
const NAMES = {
  photo: 'Image',
  video: 'Video',
  animation: 'Video',
  audio: 'Audio',
  voice: 'Audio',
  document: 'Document',
}

/** Fetches and decrypts the file of a message, as a phone does. Returns the SHA-256 of the uploaded bytes. */
export async function openFile(network: Network, { kind, said }: FileContent): Promise<string> {
  const { mediaKey, directPath, fileSha256, fileEncSha256, fileLength } = said
  if (!mediaKey || !directPath || !fileSha256 || !fileEncSha256)
    throw new Error('The message has no media key, path or hash of its file.')
  const sealed = await buffer(network.world.files.read(directPath.replace(/^\/v\//, '')))
  expectSame(hash('sha256', sealed, 'hex'), hex(fileEncSha256), 'The sealed file')

  const keys = derive(mediaKey, 112, `WhatsApp ${NAMES[kind]} Keys`)
  const [iv, key, macKey] = [keys.subarray(0, 16), keys.subarray(16, 48), keys.subarray(48, 80)]
  const body = sealed.subarray(0, -MAC_BYTES)
  const mac = hmac(macKey, Buffer.concat([iv, body])).subarray(0, MAC_BYTES)
  expectSame(hex(mac), hex(sealed.subarray(-MAC_BYTES)), 'The seal of the file')

  const cbc = createDecipheriv('aes-256-cbc', key, iv)
  const plain = Buffer.concat([cbc.update(body), cbc.final()])
  expectSame(hash('sha256', plain, 'hex'), hex(fileSha256), 'The file')
  expectSame(String(plain.length), String(fileLength), 'The length of the file')
  return network.world.files.put(plain)
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function expectSame(found: string, said: string, what: string): void {
  if (found !== said) throw new Error(`${what} is not what the message says.`)
}
