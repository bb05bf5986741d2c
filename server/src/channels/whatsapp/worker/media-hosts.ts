import type { Agent } from 'node:https'
import {
  getBinaryNodeChild,
  getBinaryNodeChildren,
  getWAUploadToServer,
  S_WHATSAPP_NET,
  type MediaConnInfo,
  type SocketConfig,
  type WAMediaUploadFunction,
  type WASocket,
} from 'baileys'
import { systemClock } from '../../../platform/clock.ts'
import { silent } from './log.ts'

/**
 * Uploads files to hosts that the network names for a time. The library's own upload caches a refused query for hosts
 * as long as the connection lives, so that no upload works any more; here the query is repeated.
 */
export function uploadOf(socket: WASocket, agent: Agent | undefined): WAMediaUploadFunction {
  const known = uploads.get(socket)
  if (known) return known
  let current: MediaConnInfo | undefined
  const hosts = async (anew: boolean): Promise<MediaConnInfo> => {
    const isOld = current && now() - current.fetchDate.getTime() > current.ttl * 1_000
    if (anew || !current || isOld) current = await askForHosts(socket)
    return current
  }
  // The function reads no other settings of a socket.
  const settings = { customUploadHosts: [], fetchAgent: agent, logger: silent, options: {} }
  const upload = getWAUploadToServer(settings as unknown as SocketConfig, hosts)
  uploads.set(socket, upload)
  return upload
}

const uploads = new WeakMap<WASocket, WAMediaUploadFunction>()

const now = () => systemClock.now().getTime()

async function askForHosts(socket: WASocket): Promise<MediaConnInfo> {
  const answer = await socket.query({
    tag: 'iq',
    attrs: { type: 'set', xmlns: 'w:m', to: S_WHATSAPP_NET },
    content: [{ tag: 'media_conn', attrs: {} }],
  })
  const mediaConn = getBinaryNodeChild(answer, 'media_conn')
  return {
    hosts: getBinaryNodeChildren(mediaConn, 'host').map(({ attrs }) => ({
      hostname: attrs['hostname'] ?? '',
      maxContentLengthBytes: Number(attrs['maxContentLengthBytes']),
    })),
    auth: mediaConn?.attrs['auth'] ?? '',
    ttl: Number(mediaConn?.attrs['ttl']),
    fetchDate: systemClock.now(),
  }
}
