import { openFiles, type Files } from './files.ts'
import { openJournal } from './journal.ts'
import { createRandom, type Random } from './random.ts'
import { apply, type State, type WorldEvent } from './state.ts'

export type Listener = (event: WorldEvent) => void

/** The state of all networks that the sandbox stands in for, and the ledger of accepted messages. */
export type World = {
  readonly state: State
  readonly random: Random
  /** The bytes of uploaded files. */
  readonly files: Files
  /** Milliseconds since 1970, moved by `advance`. */
  now(): number
  /** Moves the world's clock forward, so that a day can pass in a test. */
  advance(ms: number): void
  /** Applies an event: to the state, to the journal, then to the listeners. */
  commit(event: WorldEvent): void
  /** Calls `listener` after each event is applied. Returns a function that stops it. */
  listen(listener: Listener): () => void
  /** Resolves when everything until now is on disk and survives a kill; undefined if it is already. */
  written(): Promise<void> | undefined
  /** Whether Telegram has no people yet; the start then adds the first ones. */
  readonly isNew: boolean
  close(): void
}

export function openWorld(options: { dir: string; seed?: number; now?: () => number }): World {
  const { state, journal } = openJournal(options.dir)
  const listeners = new Set<Listener>()
  const { now = Date.now } = options
  let ahead = 0

  return {
    state,
    random: createRandom(options.seed || undefined),
    files: openFiles(options.dir),
    isNew: state.telegram.users.size === 0,
    now: () => now() + ahead,
    advance(ms) {
      ahead += ms
    },
    commit(event) {
      apply(state, event)
      journal.append(event)
      for (const listener of listeners) listener(event)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    written: () => journal.written(),
    close: () => journal.close(),
  }
}

/** A refusal of the control API: the sandbox cannot do what was asked. `status` is the HTTP status of the control API. */
export class ControlRefusal extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
