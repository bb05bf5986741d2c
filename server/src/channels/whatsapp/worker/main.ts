import './quiet.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { openCalls } from '../calls.ts'
import type { MainCalls, WorkerCalls, WorkerSettings } from '../protocol.ts'
import { openDevice, type Device } from './device.ts'
import { upload } from './files.ts'
import { openPairing } from './pairing.ts'
import { openSockets } from './socket.ts'

// The thread that runs the library: what it computes holds nobody else up, and what it throws ends no server.

const DOWN = 'The connection is down.'

if (!parentPort) throw new Error('This is a worker.')
const connect = openSockets(workerData as WorkerSettings)
const devices = new Map<string, Device>()
const pairings = new Map<string, { close(): Promise<void> }>()

// What is on its way when a connection ends is rejected with nobody listening.
process.on('unhandledRejection', () => {})

const main = openCalls<MainCalls, WorkerCalls>(parentPort, {
  async open(given) {
    // Two connections of one device end each other.
    await devices.get(given.device)?.close(false)
    devices.set(given.device, openDevice(connect, main, given))
  },
  async close({ device, unlink }) {
    await Promise.all([devices.get(device)?.close(unlink), pairings.get(device)?.close()])
    devices.delete(device)
    pairings.delete(device)
  },
  async send(given) {
    const device = devices.get(given.device)
    return device ? device.send(given) : { kind: 'not sent', reason: DOWN }
  },
  abandon: ({ device, id }) => devices.get(device)?.abandon(id),
  async upload({ device, kind, bytes }) {
    const open = devices.get(device)
    return open ? upload(open.socket, kind, bytes) : { reason: DOWN }
  },
  groups: ({ device }) => theDevice(device).groups.all(),
  group: ({ device, id }) => theDevice(device).groups.one(id),
  pair(given) {
    pairings.set(given.device, openPairing(connect, main, given))
  },
})

function theDevice(name: string): Device {
  const device = devices.get(name)
  if (!device) throw new Error(DOWN)
  return device
}
