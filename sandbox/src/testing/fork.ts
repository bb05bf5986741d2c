import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readEndpoints } from '../endpoints.ts'
import type { Program } from '../program.ts'

/** The sandbox as a process of its own; resolves once it says that it is ready. */
export async function forkProgram(
  dataDir: string,
  {
    seed = 0,
    whatsapp,
    keysClaimed,
  }: { seed?: number | undefined; whatsapp: boolean; keysClaimed: number },
): Promise<Program> {
  const main = join(import.meta.dirname, '..', 'main.ts')
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SANDBOX_PORT: '0',
      SANDBOX_SEED: String(seed),
      SANDBOX_WHATSAPP: whatsapp ? 'on' : 'off',
      SANDBOX_WHATSAPP_KEYS: String(keysClaimed),
    },
    // The channel carries nothing: its end tells the child that its parent has gone.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  if (!child.stdout) throw new Error('The sandbox has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('sandbox ready')) break
  }
  const endpoints = readEndpoints(join(dataDir, 'sandbox'))
  if (!endpoints || endpoints.pid !== child.pid) {
    child.kill('SIGKILL')
    throw new Error('The sandbox did not start; its own words are above.')
  }
  return {
    endpoints,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
