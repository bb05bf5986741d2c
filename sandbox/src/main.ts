import { join } from 'node:path'
import { isAlive, readEndpoints } from './endpoints.ts'
import { startProgram } from './program.ts'
import { noLimits, telegramLimits } from './telegram-bot-api/limits.ts'

// The sandbox as a process of its own: DATA_DIR, SANDBOX_PORT, SANDBOX_LIMITS=telegram|off.
const dir = join(process.env['DATA_DIR'] || '.data', 'sandbox')
const former = readEndpoints(dir)

if (former && (await isAlive(former))) {
  say(`sandbox already running at ${former.http}`)
} else {
  const program = await startProgram({
    dir,
    port: Number(process.env['SANDBOX_PORT'] ?? 0),
    limits: process.env['SANDBOX_LIMITS'] === 'off' ? noLimits : telegramLimits,
  })
  say(`sandbox ready ${program.endpoints.http}`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void program.stop().then(() => process.exit(0)))
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
