import './silence-console.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { openCalls } from '../calls.ts'
import type { MainThreadCalls, WorkerCalls, WorkerSettings } from '../protocol.ts'
import { openDevice, type Device } from './device.ts'
import { upload } from './files.ts'
import { openPairing } from './pairing.ts'
import { groupPhoto } from './photo.ts'
import { agentOf, openSockets } from './socket.ts'

// The thread that runs the library: its computing does not block the server, and its errors do not end it.

const DOWN = 'The connection is down.'

if (!parentPort) throw new Error('This is a worker.')
const settings = workerData as WorkerSettings
const connect = openSockets(settings)
const agent = agentOf(settings)
const devices = new Map<string, Device>()
const pairings = new Map<string, ReturnType<typeof openPairing>>()

// The library rejects open promises when a connection ends, and nobody handles these.
process.on('unhandledRejection', () => {})

const mainThread = openCalls<MainThreadCalls, WorkerCalls>(parentPort, {
  async open(given) {
    // Two connections of one device end each other.
    await devices.get(given.device)?.close(false)
    devices.set(given.device, openDevice(connect, mainThread, given))
  },
  async close({ device, unlink }) {
    const answers = await Promise.all([
      pairings.get(device)?.close(),
      devices.get(device)?.close(unlink),
    ])
    devices.delete(device)
    pairings.delete(device)
    return answers.includes(true)
  },
  async send(given) {
    const device = devices.get(given.device)
    return device ? device.send(given) : { kind: 'not sent', reason: DOWN }
  },
  abandon: ({ device, id }) => devices.get(device)?.abandon(id),
  async upload({ device, ...file }) {
    const open = devices.get(device)
    return open ? upload(open.socket, agent, file) : { reason: DOWN }
  },
  groups: ({ device }) => asked(device, ({ groups }) => groups.all()),
  group: ({ device, id }) => asked(device, ({ groups }) => groups.one(id)),
  photo: ({ device, ...of }) => asked(device, ({ socket }) => groupPhoto(socket, agent, of)),
  pair(given) {
    pairings.set(given.device, openPairing(connect, mainThread, given))
  },
})

function asked<T>(name: string, question: (device: Device) => Promise<T>): Promise<T> {
  const device = devices.get(name)
  if (!device) throw new Error(DOWN)
  return device.answer(question(device))
}
