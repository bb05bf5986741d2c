import { createServer, type IncomingMessage } from 'node:http'
import { WebSocketServer } from 'ws'
import { strangerReason } from '../http/guard.ts'
import { hangUp, listen } from '../http/listen.ts'
import type { GroupChange, Trouble } from '../world/whatsapp/model.ts'
import { ControlRefusal, type World } from '../world/world.ts'
import { serverIdentity } from './certificate.ts'
import { serve } from './connection.ts'
import { createFaults } from './faults.ts'
import { createKeyrings } from './keyrings.ts'
import { changeGroup } from './group-changes.ts'
import { startMediaServer } from './media-server.ts'
import type { Network } from './network.ts'
import { typeCode } from './pairing-code.ts'
import { scan } from './pairing-scan.ts'
import { addGroup, addPerson, type NewGroup, type NewPerson } from './people.ts'
import { sayRead } from './receipts.ts'
import { seedWhatsapp } from './seed.ts'
import { sendFromPhone } from './phone-messages.ts'
import type { StreamError } from './stream-error-names.ts'
import { endStream } from './stream-errors.ts'
import { unlink } from './unlinking.ts'

// The largest frame that the protocol can carry.
const PAYLOAD_BYTES_MAX = 2 ** 24 + 3

// As the real one has it.
const VERSION_PATH = '/sw.js'

export type Whatsapp = Awaited<ReturnType<typeof startWhatsapp>>

/** Starts WhatsApp's servers on loopback. Returns the actions of phones and the faults. */
export async function startWhatsapp(world: World, { port = 0, keysClaimed = 0 } = {}) {
  const network: Network = {
    world,
    identity: serverIdentity(world),
    connections: new Set(),
    keyrings: createKeyrings(),
    faults: createFaults(),
    keysClaimed,
    violations: [],
    revision: 0,
    revisionAsked: 0,
    replaced: 0,
    filesBrought: 0,
    entered: new Set(),
    mediaHost: '',
    waiting: new Map(),
  }
  const media = await startMediaServer(network)
  network.mediaHost = media.host
  const server = createServer(({ url }, response) => {
    if (url !== VERSION_PATH) return void response.writeHead(404).end()
    network.revisionAsked += 1
    response.end(`self.config={\\"client_revision\\":${network.revision}};`)
  })
  const sockets = new WebSocketServer({
    server,
    path: '/ws/chat',
    maxPayload: PAYLOAD_BYTES_MAX,
    verifyClient: ({ req }: { req: IncomingMessage }) => !strangerReason(req),
  })
  sockets.on('connection', (socket) => serve(network, socket))
  await listen(server, port, false)
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : 0

  const personOf = (lid: string) => {
    const person = world.state.whatsapp.people.get(lid)
    if (!person) throw new ControlRefusal('There is nobody with this id.', 404)
    return person
  }

  const forget = () => {
    for (const connection of network.connections) connection.drop()
    network.faults.clear()
    network.waiting.clear()
    network.violations.length = 0
    network.revision = 0
    network.revisionAsked = 0
    network.replaced = 0
    network.filesBrought = 0
  }
  const stopListening = world.listen(({ type }) => {
    if (type === 'worldReset') forget()
  })

  const endStreamsOf = (lid: string, why: StreamError): void => {
    for (const connection of network.connections)
      if (connection.device?.lid === lid) endStream(connection, why)
  }

  return {
    /**
     * What a client is pointed at, the root key (hex) that it must trust instead of WhatsApp's, the
     * certificate (PEM) that it must trust where it brings and fetches files, and where it finds the version
     * that is taken.
     */
    endpoint: {
      webSocketUrl: `ws://127.0.0.1:${bound}/ws/chat`,
      rootKey: network.identity.rootKey.toString('hex'),
      mediaCertificate: network.identity.media.certificate,
      versionUrl: `http://127.0.0.1:${bound}${VERSION_PATH}`,
    },
    faults: network.faults,
    /** Clients whose version has a smaller last number are refused from now on. */
    requireVersion(revision: number) {
      network.revision = revision
    },
    revisionAsked: () => network.revisionAsked,
    replaced: () => network.replaced,
    filesBrought: () => network.filesBrought,
    entered: () => [...network.entered],
    /** Puts the first people and groups into a world that has none. */
    seed: () => seedWhatsapp(world),
    violations: network.violations,
    addPerson: (person: NewPerson) => addPerson(world, person),
    addGroup: (group: NewGroup) => addGroup(world, group),
    /** A person scans the QR code of a client. */
    scan(lid: string, text: string) {
      for (const part of text.split(',')) network.entered.add(part)
      scan(network, personOf(lid), text)
    },
    /** Somebody types the code that a client shows. */
    typeCode(lid: string, code: string) {
      network.entered.add(code)
      return typeCode(network, personOf(lid), code)
    },
    /** Somebody removes a linked device on their phone. */
    unlink: (lid: string, device: number) => unlink(network, lid, device),
    /** A member looks at a message. */
    read: (lid: string, groupId: string, messageId: string) =>
      sayRead(network, lid, groupId, messageId),
    /** Whether a client of somebody is logged in. */
    isThere: (lid: string, id?: number) =>
      [...network.connections].some(
        ({ device }) => device?.lid === lid && (id === undefined || device.id === id),
      ),
    /** An admin changes a group on their phone. */
    changeGroup: (groupId: string, byLid: string, change: GroupChange) =>
      changeGroup(network, groupId, byLid, change),
    /** WhatsApp gets a number into trouble, or out of it; its linked devices have to log in again. */
    setTrouble(lid: string, trouble?: Trouble) {
      const { trouble: _, ...person } = personOf(lid)
      world.commit({
        type: 'whatsappPersonSaved',
        person: { ...person, ...(trouble ? { trouble } : {}) },
      })
      if (trouble) endStreamsOf(lid, 'unavailable')
    },
    /** A member writes into a group on their phone. */
    speak: (lid: string, groupId: string, text: string) =>
      sendFromPhone(network, personOf(lid), groupId, text),
    /** The phone of somebody loses its keys. */
    forgetKeys: (lid: string) => network.keyrings.of(lid, 0).forget(),
    /** Ends the connections of somebody's linked devices. */
    endStreams: endStreamsOf,
    async close() {
      stopListening()
      forget()
      sockets.close()
      await Promise.all([hangUp(server), hangUp(media.server)])
    },
  }
}
