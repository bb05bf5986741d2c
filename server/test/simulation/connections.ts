import type { Session } from '../../src/platform/db/session.ts'
import type { Listener } from '../../src/platform/news/listener.ts'
import type { Machine } from './machine.ts'
import type { Rows } from './rows.ts'
import type { World } from './world.ts'

/** A session of a machine; `tell` says to it that it is lost. */
export type SimSession = Session & {
  machine: Machine
  processId: number
  tell(reason: string): void
}

/** Opens a session; `closed` is called when its machine closes it. */
export function openSimSession(machine: Machine, rows: Rows, closed: () => void): SimSession {
  const callbacks: ((reason: string) => void)[] = []
  let over = false
  const session: SimSession & { db: Rows } = {
    machine,
    db: rows,
    processId: 0,
    query: () => Promise.reject(new Error('Statements of a session are intercepted elsewhere.')),
    onLost: (callback) => void callbacks.push(callback),
    async close() {
      over = true
      closed()
    },
    tell(reason) {
      if (over) return
      over = true
      for (const callback of callbacks) callback(reason)
    },
  }
  return session
}

/** What a machine hears of wake-ups. */
export type Ear = Listener & {
  machine: Machine
  hear(channel: string, payload: string): void
  connected(): void
}

/** Opens a machine's ear, deaf for as long as the machine is. */
export function openEar(machine: Machine, world: World): Ear {
  const channels = new Map<string, Set<(payload: string) => void>>()
  const onConnected = new Set<() => void>()
  return {
    machine,
    hear(channel, payload) {
      if (world.now() < machine.deafUntil) return
      for (const callback of channels.get(channel) ?? []) callback(payload)
    },
    connected: () => onConnected.forEach((callback) => callback()),
    on(channel, callback, begun) {
      const callbacks = channels.get(channel) ?? new Set()
      channels.set(channel, callbacks.add(callback))
      if (begun) world.after(2, begun, machine)
      return () => callbacks.delete(callback)
    },
    onConnected(callback) {
      onConnected.add(callback)
      return () => onConnected.delete(callback)
    },
    async close() {},
  }
}
