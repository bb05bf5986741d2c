import { hash } from 'node:crypto'
import { isUuid } from '../../platform/ids.ts'

/** Bytes of a key for AES-256. */
export const KEY_BYTES = 32

/** The id of a linked device's stored state, and the key that unseals it. */
export type SessionKey = { sessionId: string; dataKey: Buffer }

export const writeCredentials = ({ sessionId, dataKey }: SessionKey) =>
  `${sessionId}:${dataKey.toString('base64url')}`

/** Undefined if these are no credentials of ours. */
export function readCredentials(credentials: string): SessionKey | undefined {
  const [sessionId = '', key = ''] = credentials.split(':')
  const dataKey = Buffer.from(key, 'base64url')
  return isUuid(sessionId) && dataKey.length === KEY_BYTES ? { sessionId, dataKey } : undefined
}

/** Ids of the same length and with the same prefix as those of the network's own clients. */
const ID_DIGITS = 18

/** The network's id of a part of a delivery: the same for every try, so that phones show it once. */
export const messageIdOf = (deliveryId: string, part: number | 'album' | 'text' = 0) =>
  `3EB0${hash('sha256', `${deliveryId} ${part}`, 'hex').slice(0, ID_DIGITS).toUpperCase()}`

/** The id of the message that announces an album, derived from the id of its first file. */
export const albumIdOf = (firstId: string) => messageIdOf(firstId, 'album')
