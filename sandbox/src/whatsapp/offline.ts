import type { Device } from './distribution.ts'
import type { Connection } from './connection.ts'
import { lidOf, SERVER } from './jids.ts'
import { connectionBy, type Network } from './network.ts'
import { node, type Node } from './nodes.ts'

// A device loses what it misses beyond that.
const WAITING_MAX = 1_000

/** Sends to a linked device, now or when it is there again. */
export function sendToDevice(network: Network, { lid, device }: Device, said: Node): void {
  const there = connectionBy(network, (one) => one.device?.lid === lid && one.device.id === device)
  if (there) return sendNode(there, { lid, device }, said)
  const address = lidOf(lid, device)
  const waiting = network.waiting.get(address) ?? []
  if (waiting.length < WAITING_MAX) waiting.push(said)
  network.waiting.set(address, waiting)
}

/** After a login: reports how many messages wait, so that the client asks for them. */
export function deliverWaiting(
  network: Network,
  connection: Connection,
  { lid, id }: { lid: string; id: number },
): void {
  const count = network.waiting.get(lidOf(lid, id))?.length ?? 0
  const word = count ? node('offline_preview', { count }) : node('offline', { count })
  connection.send(node('ib', { from: SERVER }, [word]))
}

/** The client asks for what waits. It says how much at once it wants; this gives it all. */
export function deliverBatch(network: Network, connection: Connection): void {
  const { lid = '', id } = connection.device ?? {}
  const address = lidOf(lid, id)
  const waiting = network.waiting.get(address) ?? []
  network.waiting.delete(address)
  for (const said of waiting)
    sendNode(
      connection,
      { lid, device: id ?? 0 },
      { ...said, attrs: { ...said.attrs, offline: '1' } },
    )
  connection.send(node('ib', { from: SERVER }, [node('offline', { count: waiting.length })]))
}

/** Sends a node. Only receipts are kept until they are acknowledged: others the client acknowledges never or not always. */
function sendNode(connection: Connection, to: Device, said: Node): void {
  if (said.tag === 'receipt') connection.unheard.push({ to, said })
  connection.send(said)
}

/** The client acknowledges a notification. */
export function takeAck({ unheard }: Connection, { attrs }: Node): void {
  if (attrs['class'] !== 'receipt') return
  const same = ['id', 'participant', 'type']
  const index = unheard.findIndex(({ said }) =>
    same.every((name) => said.attrs[name] === attrs[name]),
  )
  if (index !== -1) unheard.splice(index, 1)
}

/** A connection has ended: notifications without acknowledgement are sent on the next one. */
export function sendMissed(network: Network, connection: Connection): void {
  for (const { to, said } of connection.unheard.splice(0)) sendToDevice(network, to, said)
}
