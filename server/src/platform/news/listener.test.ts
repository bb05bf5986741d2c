import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from '../../../test/test-app.ts'
import { seconds, systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { openListener } from './listener.ts'

test('the news of a transaction arrives after its commit, also after the connection was cut', async ({
  app,
}) => {
  const events = new EventTarget()
  const listener = await openListener(app.databaseUrl, systemClock, app.ctx.log)
  app.atEnd(() => listener.close())
  const tell = (data: string) => void events.dispatchEvent(new MessageEvent('told', { data }))
  await new Promise<void>((begun) => void listener.on('lanes', tell, begun))
  listener.onConnected(() => events.dispatchEvent(new Event('connected')))
  const told = async () => ((await once(events, 'told'))[0] as MessageEvent).data as string

  const first = told()
  await app.ctx.transaction((tx) => tx.wake('lanes', 'one'))
  expect(await first).toBe('one')

  const connected = once(events, 'connected')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'carillon listener' and datname = current_database()`.execute(
    app.ctx.db,
  )
  await connected
  const second = told()
  await app.ctx.transaction((tx) => tx.wake('lanes', 'two'))
  expect(await second).toBe('two')
})

test('news that one cannot read takes nobody down, and reaches the others', async ({ app }) => {
  const listener = await openListener(app.databaseUrl, systemClock, app.ctx.log)
  app.atEnd(() => listener.close())
  const told = Promise.withResolvers<string>()
  const refuse = () => {
    throw new RangeError('Not an instant.')
  }
  await new Promise<void>((begun) => void listener.on('schedules', refuse, begun))
  listener.on('schedules', told.resolve)
  await app.ctx.transaction((tx) => tx.wake('schedules', 'noon or so'))
  expect(await told.promise).toBe('noon or so')
})

test('when listening itself fails it is tried again, with all that is listened to', async ({
  app,
}) => {
  const events = new EventTarget()
  const tell = (name: string) => void events.dispatchEvent(new Event(name))
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => (lines.push(line), tell('logged')) })
  const listener = await openListener(app.databaseUrl, app.clock, log)
  app.atEnd(() => listener.close())
  listener.on('lanes', () => tell('told'))
  listener.onConnected(() => tell('connected'))
  const failed = once(events, 'logged')
  // PostgreSQL knows no channel without a name.
  listener.on('', () => {})()
  await failed
  expect(lines.join()).toContain('zero-length delimited identifier')

  const connected = once(events, 'connected')
  // As an operator or a time server may at any moment: the wait is a second all the same.
  app.clock.set('2026-06-01T07:00:00Z')
  app.clock.advance(seconds(1))
  await connected
  const told = once(events, 'told')
  await app.ctx.transaction((tx) => tx.wake('lanes', 'one'))
  await told
})
