import type { Connection } from './connection.ts'
import { node, type Node } from './nodes.ts'

/** The ways in which the server ends a connection that it had accepted. */
export type StreamError = keyof typeof STREAM_ERRORS

const STREAM_ERRORS = {
  /** After linking: come again, to log in. */
  restart: node('stream:error', { code: 515 }),
  /** Another connection of the same device logged in. */
  replaced: node('stream:error', {}, [node('conflict', { type: 'replaced' })]),
  /** The device was unlinked on the phone. */
  unlinked: node('stream:error', { code: 401 }, [node('conflict', { type: 'device_removed' })]),
  unavailable: node('stream:error', { code: 503 }),
  /** Seen in the wild when the server misses the acknowledgement of something it had sent. */
  'missed-ack': node('stream:error', {}, [node('ack')]),
  malformed: node('stream:error', {}, [node('xml-not-well-formed')]),
} satisfies Record<string, Node>

export function endStream(connection: Connection, why: StreamError): void {
  delete connection.device
  connection.send(STREAM_ERRORS[why])
  connection.close()
}
