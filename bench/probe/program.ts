import { readFileSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { probed, type Look } from './looks.ts'

// Loaded into a server by `--import`: it tells how long the server's event loop stood still at most since it was
// asked last, and takes out the garbage of all its threads before its memory is looked at.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const asked = new BroadcastChannel('probe')
asked.unref()

const TICK_MS = 2

if (isMainThread) {
  const none: Look = { longestMs: 0, heldMs: 0, mostWorkedMs: 0 }
  let longest = none
  let last = { at: performance.now(), worked: workedMs(), queued: queuedMs() }
  setInterval(() => {
    const now = { at: performance.now(), worked: workedMs(), queued: queuedMs() }
    const stoodMs = now.at - last.at - TICK_MS
    const heldMs = stoodMs - (now.queued - last.queued)
    longest = {
      longestMs: Math.max(longest.longestMs, stoodMs),
      heldMs: Math.max(longest.heldMs, heldMs),
      mostWorkedMs: Math.max(longest.mostWorkedMs, now.worked - last.worked),
    }
    last = now
  }, TICK_MS).unref()
  process.on('SIGUSR2', () => {
    writeFileSync(probed(process.pid), JSON.stringify(longest))
    asked.postMessage('collect')
    collect()
    // The time of this is not counted in the next figure.
    setTimeout(() => (longest = none), 10 * TICK_MS)
  })
} else asked.addEventListener('message', () => collect())

/** Processor time of this thread: where others share the machine, a pause may be theirs. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** How long this thread was ready and had no processor. */
function queuedMs(): number {
  const [, queued] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(queued) / 1e6
}
