// Loaded into every program that the launcher starts: ends it when the launcher dies, also by
// kill -9, which no handler survives. The launcher holds the other end of file descriptor 3.
import { Socket } from 'node:net'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

// Workers and children inherit our flags; their descriptor 3 is something else.
if (isMainThread && process.env.CARILLON_PARENT === String(process.ppid)) {
  const parent = new Socket({ fd: 3 })
  parent.on('error', () => {})
  parent.once('close', () => process.kill(process.pid, 'SIGTERM'))
  parent.resume().unref()
}
