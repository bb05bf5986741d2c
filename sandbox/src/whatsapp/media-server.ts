import { hash } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listen } from '../http/listen.ts'
import { drawPicture } from '../world/group-picture.ts'
import type { Network } from './network.ts'

type MediaServer = { server: Server; host: string }

// More than any network of ours lets a file have, and few enough to hold in memory.
const FILE_BYTES_MAX = 128 * 1024 * 1024
const KINDS = ['image', 'video', 'audio', 'document']

/** Where clients bring and fetch files, sealed as they are: HTTPS, since clients speak nothing else here. */
export async function startMediaServer(network: Network): Promise<MediaServer> {
  const { key, certificate } = network.identity.media
  const server = createServer({ key, cert: certificate }, (request, response) => {
    answer(network, request, response).catch((error: Error) => fail(response, 500, error.message))
  })
  await listen(server, 0, false)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { server, host: `127.0.0.1:${port}` }
}

async function answer(network: Network, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '', 'https://sandbox')
  if (request.method === 'POST') return take(network, pathname, request, response)
  const [, picture, size] = /^\/pps\/(\d+)_(preview|image)\.png$/.exec(pathname) ?? []
  if (picture) return give(network, picture, size === 'preview' ? 96 : 640, response)
  const bytes = network.world.files.read(
    pathname.replace(/^\/v\//, '').replaceAll(/[^0-9a-f]/g, ''),
  )
  bytes.on('error', () => fail(response, 404, 'not-found')).pipe(response)
}

/** The picture of a group, in a size of its own. */
function give({ world }: Network, id: string, side: number, response: ServerResponse): void {
  const groups = [...world.state.whatsapp.groups.values()]
  const picture = groups.find((group) => group.picture?.id === id)?.picture
  if (!picture) return fail(response, 404, 'not-found')
  response.writeHead(200, { 'content-type': 'image/png' }).end(drawPicture(picture, side))
}

/** A file is named by the hash of its sealed bytes, so one that was damaged on its way is not taken. */
async function take(
  network: Network,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, kind = '', name = ''] = /^\/mms\/(\w+)\/([\w-]+)$/.exec(pathname) ?? []
  if (!KINDS.includes(kind)) return fail(response, 404, 'not-found')
  const fault = network.faults.take({ on: 'media' })
  if (fault) return fail(response, fault.status, 'refused')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > FILE_BYTES_MAX) return fail(response, 413, 'too-large')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (hash('sha256', bytes, 'base64url') !== name.replace(/=+$/, ''))
    return fail(response, 400, 'hash-mismatch')
  network.filesBrought += 1
  const path = `/v/${await network.world.files.put(bytes)}`
  const url = `https://${network.mediaHost}${path}`
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ url, direct_path: path }))
}

const fail = (response: ServerResponse, status: number, error: string): void =>
  void response.writeHead(status).end(JSON.stringify({ error }))
