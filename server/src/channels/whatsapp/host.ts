import { Worker } from 'node:worker_threads'
import type { Log } from '../../platform/log.ts'
import { openCalls, type Answers, type Calls } from './calls.ts'
import type { DeviceEvent, MainThreadCalls, WorkerCalls, WorkerSettings } from './protocol.ts'

/** The thread that runs the library. It starts with the first account, and again after it has died. */
export type Host = {
  call: Calls<WorkerCalls>['call']
  /** Gives the events of a device to `listener`; call the returned function to stop. `died`: the thread ended, and so did all connections. */
  listen(device: string, listener: DeviceListener): () => void
  close(): Promise<void>
}

export type DeviceListener = {
  onEvent(event: DeviceEvent): void
  died(): void
}

const DIED = 'The thread of WhatsApp has ended.'

export function openHost(
  settings: WorkerSettings,
  answers: Answers<MainThreadCalls>,
  log: Log,
): Host {
  const listeners = new Map<string, DeviceListener>()
  let running: { worker: Worker; calls: Calls<WorkerCalls> } | undefined
  let closed = false

  function run() {
    if (closed) throw new Error(DIED)
    const worker = new Worker(new URL('./worker/main.ts', import.meta.url), {
      workerData: settings,
      // Its output may contain keys.
      stdout: true,
      stderr: true,
    })
    const calls = openCalls<WorkerCalls, MainThreadCalls>(worker, answers, (device, event) =>
      listeners.get(device)?.onEvent(event as DeviceEvent),
    )
    const mine = { worker, calls }
    worker.once('error', (error) => log.error({ reason: error.name }, DIED))
    worker.once('exit', () => {
      if (running === mine) running = undefined
      calls.end(DIED)
      if (!closed) for (const { died } of listeners.values()) died()
    })
    running = mine
    return mine
  }

  return {
    call: (...asked) => (running ?? run()).calls.call(...asked),
    listen(device, listener) {
      listeners.set(device, listener)
      return () => {
        if (listeners.get(device) === listener) listeners.delete(device)
      }
    },
    async close() {
      closed = true
      await running?.worker.terminate()
    },
  }
}
