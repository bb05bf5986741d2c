import { get, type Agent } from 'node:https'
import { getBinaryNodeChild, S_WHATSAPP_NET, type BinaryNode, type WASocket } from 'baileys'
import { CHAT_PHOTO_BYTES_MAX } from '../../port/chats.ts'
import type { PhotoReport } from '../protocol.ts'
import { codeOf } from './groups.ts'

/** How long the bytes of a picture may take, in milliseconds. */
const DOWNLOAD_MS = 20_000

/** The hosts of pictures, unless the sandbox stands in for WhatsApp. */
const HOSTS = /\.whatsapp\.net$/

/**
 * The small picture of a group. `agent`, if there is one, accepts the certificate of the sandbox. Throws when
 * nobody answers.
 */
export async function groupPhoto(
  socket: WASocket,
  agent: Agent | undefined,
  { id, known }: { id: string; known: string | null },
): Promise<PhotoReport> {
  const { mark, url } = await ask(socket, id)
  if (!mark || !url) return { kind: 'none' }
  if (mark === known) return { kind: 'same' }
  return { kind: 'photo', mark, bytes: await download(new URL(url), agent) }
}

async function ask(socket: WASocket, id: string): Promise<{ mark?: string; url?: string }> {
  try {
    // The library's own call returns only the address, which changes at each call.
    const answer = (await socket.query({
      tag: 'iq',
      attrs: { target: id, to: S_WHATSAPP_NET, type: 'get', xmlns: 'w:profile:picture' },
      content: [{ tag: 'picture', attrs: { type: 'preview', query: 'url' } }],
    })) as BinaryNode
    const { id: mark, url } = getBinaryNodeChild(answer, 'picture')?.attrs ?? {}
    return { ...(mark ? { mark } : {}), ...(url ? { url } : {}) }
  } catch (error) {
    // The group has no picture, or we may not see it.
    if ([401, 403, 404].includes(codeOf(error) ?? 0)) return {}
    throw error
  }
}

/** Fetches a file whose address the network gave, from the network's hosts only. */
function download(url: URL, agent: Agent | undefined): Promise<Buffer> {
  if (url.protocol !== 'https:' || (!agent && !HOSTS.test(url.hostname))) {
    throw new Error('The address of a photo is not a host of WhatsApp.')
  }
  return new Promise((resolve, reject) => {
    const request = get(url, {
      ...(agent ? { agent } : {}),
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const fail = (reason: string) => request.destroy(new Error(reason))
      if (response.statusCode !== 200)
        return fail(`Downloading a photo failed with status ${response.statusCode}.`)
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > CHAT_PHOTO_BYTES_MAX) return fail('A photo is too large.')
        chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('end', () => resolve(Buffer.concat(chunks)))
    })
  })
}
