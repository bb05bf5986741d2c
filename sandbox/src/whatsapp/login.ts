import type { Person } from '../world/whatsapp/model.ts'
import type { Connection } from './connection.ts'
import { lidOf, SERVER } from './jids.ts'
import { deliverWaiting } from './offline.ts'
import { noteSeen, personBy, seconds, type Network } from './network.ts'
import { node } from './nodes.ts'
import { offerLinking } from './pairing.ts'
import type { Value } from './protobuf.ts'
import type { ClientPayload } from './records.ts'
import { endStream } from './stream-errors.ts'

/** What a client said of itself after the handshake decides: it is offered codes, or logged in, or refused. */
export function begin(
  network: Network,
  connection: Connection,
  payload: Value<typeof ClientPayload>,
): void {
  const { devicePairingData, username, device: id } = payload
  const fault = network.faults.take({ on: 'login' })
  if (fault) return refuse(connection, fault.reason, fault.attrs)
  const revision = payload.userAgent?.appVersion?.tertiary ?? 0
  if (revision < network.revision) return refuse(connection, TOO_OLD)
  if (devicePairingData) return offerLinking(network, connection, devicePairingData)

  const person = personBy(network, String(username ?? ''))
  const device = person?.linked.find((linked) => linked.id === id)
  const key = connection.clientKey.toString('base64')
  if (!person || !device || device.noiseKey !== key) return refuse(connection, 401)
  const refusal = refusalFor(network, person)
  if (refusal) return refuse(connection, refusal.reason, refusal.attrs)

  for (const other of network.connections) {
    const { device: theirs } = other
    if (theirs?.lid !== person.lid || theirs.id !== device.id) continue
    network.replaced += 1
    endStream(other, 'replaced')
  }
  connection.device = { lid: person.lid, id: device.id }
  noteSeen(network, connection.device)
  connection.send(
    node('success', {
      t: seconds(network),
      location: 'sandbox',
      lid: lidOf(person.lid, device.id),
    }),
  )
  connection.send(
    node('ib', { from: SERVER }, [
      node('edge_routing', {}, [node('routing_info', {}, Buffer.from([8, 1]))]),
    ]),
  )
  deliverWaiting(network, connection, connection.device)
}

// The answer to a client whose version is too old.
const TOO_OLD = 405

// WhatsApp's number for the same message to too many people.
const TOO_MANY_ALIKE = '104'

/** How WhatsApp refuses a number that is in trouble. */
function refusalFor(
  { world }: Network,
  { trouble }: Person,
): { reason: number; attrs?: Record<string, string> } | undefined {
  switch (trouble?.kind) {
    case 'cut':
      return { reason: 503 }
    case 'banned':
      return { reason: 406 }
    case 'restricted': {
      const left = Math.ceil((trouble.until - world.now()) / 1_000)
      if (left <= 0) return undefined
      return { reason: 402, attrs: { code: TOO_MANY_ALIKE, expire: String(left) } }
    }
    case undefined:
      return undefined
  }
}

/** A login that fails: 401 unlinked, 402 banned for a time, 403 locked, 405 too old, 406 banned. */
function refuse(connection: Connection, reason: number, attrs: Record<string, string> = {}): void {
  connection.send(node('failure', { reason, location: 'sandbox', ...attrs }))
  connection.close()
}
