import { fork, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { Sending } from './sending.ts'
import { TEST_SECRETS_KEYS } from './test-app.ts'
import { secretsIn } from './secrets-in-logs.ts'

/** Starts the server as a process of its own with these roles, on the database and the sandbox of a test. */
export function startSender({ app, sandbox }: Sending, roles: string): ChildProcess {
  const program = new URL('sender-process.ts', import.meta.url)
  const child = fork(program, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
    env: {
      // Where there is one, it has what the program is made of, which else takes most of its start.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.ctx.config.dataDir,
      SECRETS_KEYS: TEST_SECRETS_KEYS,
      SANDBOX: 'off',
      TELEGRAM_API_ROOT: sandbox.botApiRoot,
      TELEGRAM_BOT_TOKEN: sandbox.botToken,
      LOG_LEVEL: 'debug',
      ROLES: roles,
    },
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    const said = (await sandbox.ledger()).map(({ text }) => text)
    const told = secretsIn(printed, [...said, sandbox.botToken])
    if (told.length > 0) throw new Error(`The log says what is secret:\n${told.join('\n')}`)
  })
  return child
}
