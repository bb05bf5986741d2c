import { join } from 'node:path'
import { isAlive, readEndpoints } from './endpoints.ts'
import { startProgram } from './program.ts'
import { noLimits, telegramLimits } from './telegram-bot-api/limits.ts'

// The sandbox as a process of its own: DATA_DIR, SANDBOX_PORT, SANDBOX_LIMITS=telegram|off,
// SANDBOX_WHATSAPP=on|off, SANDBOX_WHATSAPP_KEYS, SANDBOX_SEED.
const dir = join(process.env['DATA_DIR'] || '.data', 'sandbox')
const former = readEndpoints(dir)

if (former && (await isAlive(former))) {
  say(`sandbox already running at ${former.http}`)
} else {
  const seed = Number(process.env['SANDBOX_SEED'] ?? 0)
  const program = await startProgram({
    dir,
    ...(seed ? { seed } : {}),
    port: Number(process.env['SANDBOX_PORT'] ?? 0),
    limits: process.env['SANDBOX_LIMITS'] === 'off' ? noLimits : telegramLimits,
    whatsapp: process.env['SANDBOX_WHATSAPP'] === 'on',
    keysClaimed: Number(process.env['SANDBOX_WHATSAPP_KEYS'] ?? 0),
  }).catch((error: Error) => {
    process.stderr.write(`The sandbox cannot start: ${error.message}\n`)
    process.exit(1)
  })
  say(`sandbox ready ${program.endpoints.http}`)
  const stop = () => void program.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // Started with a channel to its parent, it ends with it.
  if (process.connected) process.once('disconnect', stop)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
