import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { apply, emptyState, type State, type WorldEvent } from './state.ts'

export type Journal = {
  append(event: WorldEvent): void
  /** Resolves once what was appended until now is with the operating system, or kept because the disk is full. */
  written(): Promise<void> | undefined
  /** Writes what is waiting and closes the file. */
  close(): void
}

// If the file is larger, the next start replaces its lines by one snapshot; reading 64 MB takes about a second.
const COMPACT_ABOVE_BYTES = 64 * 1024 * 1024
// A snapshot is one line, and a string in Node has at most 512 MB.
const LEDGER_KEPT_IN_SNAPSHOT = 100_000
const READ_BYTES = 1024 * 1024
/** How soon a full disk is tried again. */
const RETRY_MS = 1_000

/**
 * Opens the world's journal and gives the state it tells. One JSON line an event, written together at
 * the end of the turn that made them. An answer is sent only after its events are written, so a kill
 * loses nothing that was answered, unless the disk was full. A last line that is not whole is cut off.
 */
export function openJournal(dir: string): { state: State; journal: Journal } {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, 'world.jsonl')
  const { state, bytes } = readState(path)
  if (bytes > COMPACT_ABOVE_BYTES) compact(path, state)
  return { state, journal: appender(path) }
}

function readState(path: string): { state: State; bytes: number } {
  let state = emptyState()
  let bytes = 0
  if (!existsSync(path)) return { state, bytes }
  for (const line of linesOf(path)) {
    if (line.startsWith('{"type":"snapshot"')) state = restore(line)
    else apply(state, eventOf(line))
    bytes += Buffer.byteLength(line) + 1
  }
  truncateSync(path, bytes)
  return { state, bytes }
}

/** The whole lines of a file; what follows the last line break was torn by a kill and is left out. */
function* linesOf(path: string): Generator<string> {
  const fd = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(READ_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) {
    const bytes: Buffer = Buffer.concat([rest, chunk.subarray(0, read)])
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield bytes.toString('utf8', start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  closeSync(fd)
}

/** Replaces the journal by one line; the former file stays beside it as `world.old.jsonl`. */
function compact(path: string, state: State): void {
  const entries = state.ledger.entries.slice(-LEDGER_KEPT_IN_SNAPSHOT)
  state.ledger = { ...state.ledger, entries }
  const fresh = `${path}.new`
  const fd = openSync(fresh, 'w', 0o600)
  writeFileSync(fd, `${JSON.stringify({ type: 'snapshot', state }, keepMap)}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(path, path.replace(/\.jsonl$/, '.old.jsonl'))
  renameSync(fresh, path)
}

function eventOf(line: string): WorldEvent {
  return JSON.parse(line)
}

function restore(line: string): State {
  const { state }: { type: 'snapshot'; state: State } = JSON.parse(line, reviveMap)
  // A snapshot of an earlier version knows nothing of what was added since.
  const empty = emptyState()
  return {
    ...empty,
    ...state,
    telegram: { ...empty.telegram, ...state.telegram },
    whatsapp: { ...empty.whatsapp, ...state.whatsapp },
  }
}

const keepMap = (_: string, value: unknown): unknown =>
  value instanceof Map ? { $map: [...value] } : value

function reviveMap(_: string, value: unknown): unknown {
  const isMap = typeof value === 'object' && value !== null && '$map' in value
  return isMap && Array.isArray(value.$map) ? new Map(value.$map) : value
}

function appender(path: string): Journal {
  const fd = openSync(path, 'a', 0o600)
  let bytes = fstatSync(fd).size
  let lines: string[] = []
  let batch: PromiseWithResolvers<void> | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false

  /** Writes all that waits, or nothing: a line that was begun on a full disk is taken back. */
  const write = () => {
    try {
      const text = Buffer.from(lines.join(''))
      writeFileSync(fd, text)
      bytes += text.length
      lines = []
      if (again) say('It has room again, and everything is written down.')
      clearTimeout(again)
      again = undefined
    } catch (error) {
      ftruncateSync(fd, bytes)
      if (!again) {
        const reason = (error as Error).message
        say(
          `It cannot write down its world (${reason}) and keeps it in memory until there is room.`,
        )
      }
      again = setTimeout(write, RETRY_MS)
      again.unref()
    }
  }

  const flush = () => {
    if (closed || !batch) return
    const written = batch
    batch = undefined
    write()
    written.resolve()
  }

  return {
    append(event) {
      lines.push(`${JSON.stringify(event)}\n`)
      if (batch) return
      batch = Promise.withResolvers()
      setImmediate(flush)
    },
    written: () => batch?.promise,
    close() {
      if (closed) return
      flush()
      if (lines.length > 0) write()
      clearTimeout(again)
      closeSync(fd)
      closed = true
    },
  }
}

const say = (words: string) => process.stderr.write(`The sandbox: ${words}\n`)
