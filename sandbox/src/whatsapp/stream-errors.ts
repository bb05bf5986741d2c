import type { Connection } from './connection.ts'
import { node, type Node } from './nodes.ts'
import type { StreamError } from './stream-error-names.ts'

const STREAM_ERRORS: Record<StreamError, Node> = {
  restart: node('stream:error', { code: 515 }),
  replaced: node('stream:error', {}, [node('conflict', { type: 'replaced' })]),
  unlinked: node('stream:error', { code: 401 }, [node('conflict', { type: 'device_removed' })]),
  unavailable: node('stream:error', { code: 503 }),
  'missed-ack': node('stream:error', {}, [node('ack')]),
  malformed: node('stream:error', {}, [node('xml-not-well-formed')]),
}

/** Ends a connection with a reason. */
export function endStream(connection: Connection, why: StreamError): void {
  delete connection.device
  connection.over = true
  connection.send(STREAM_ERRORS[why])
  connection.close()
}
