import type { Connection } from './connection.ts'
import { violate, type Network } from './network.ts'
import { child, node, outline, type Node } from './nodes.ts'
import { deliverBatch, takeAck } from './offline.ts'
import { completeLinking } from './pairing.ts'
import { answerQuery } from './queries.ts'
import { takeReceipt } from './receipts.ts'
import { takeMessage } from './sending.ts'

/** One node from a client. What nothing here knows is a violation, so that a test which asserts none sees it. */
export async function receive(network: Network, connection: Connection, said: Node): Promise<void> {
  if (connection.over) return
  switch (said.tag) {
    case 'iq':
      return receiveQuery(network, connection, said)
    case 'message':
      return takeMessage(network, connection, said)
    case 'receipt':
      return takeReceipt(network, connection, said)
    case 'ib':
      if (child(said, 'offline_batch')) return deliverBatch(network, connection)
      // It counts for how long somebody has used the app.
      if (child(said, 'unified_session')) return
      break
    case 'ack':
      return takeAck(connection, said)
    case 'presence':
      return
  }
  violate(network, `Nothing answers ${outline(said)}.`)
}

function receiveQuery(network: Network, connection: Connection, said: Node): void {
  const { type, xmlns } = said.attrs
  if (type === 'result') {
    const signature = child(said, 'pair-device-sign')
    if (signature) completeLinking(network, connection, signature)
    return
  }
  const fault = network.faults.take({ on: 'query', xmlns: xmlns ?? '' })
  if (fault?.does === 'silence') return
  if (fault) return refuseQuery(connection, said, fault.does)
  answerQuery(network, connection, said)
}

function refuseQuery(
  connection: Connection,
  said: Node,
  why: { code: number; text: string },
): void {
  const { id = '', to } = said.attrs
  connection.send(node('iq', { from: to, type: 'error', id }, [node('error', why)]))
}
