import { nobodyListens } from '../../test/planning.ts'
import { giveContent, createPosting, type Posting } from '../../test/posting.ts'
import { openSending } from '../../test/sending.ts'
import { openStepping } from '../../test/step-source.ts'
import { expect, test, type TestApp } from '../../test/test-app.ts'
import { seconds } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { setSchedule } from './actions.ts'
import { planDue } from './batch.ts'
import { continueFanOuts } from './continued-fan-outs.ts'
import { startPlanner } from './planner.ts'

/** However busy the machine is. */
const PATIENT = { timeout: seconds(20) }

/** Lanes are read again after so much, whatever happens: what comes sooner was not left to that. */
const READ_AGAIN_MS = seconds(5)

const hourly = {
  timeZone: 'Europe/Berlin',
  rule: { kind: 'every', n: 1, unit: 'hour', anchor: '2026-06-01T10:30' },
} as const

/** Four steps that a source says two at a time, every hour from half past ten on in Berlin. */
async function openSteps(app: TestApp, posting: Posting) {
  const { source, give } = await openStepping(app)
  const ctx: Context = { ...app.ctx, sources: { ...app.ctx.sources, cycle: source } }
  const steps: string[] = []
  for (const text of ['One', 'Two', 'Three', 'Four']) {
    steps.push(await giveContent(app, posting.user, text))
  }
  const sourceId = await give({ steps, groups: posting.groupIds })
  const owner = { source: 'cycle', sourceId, userId: posting.user.user.id } as const
  await ctx.transaction((tx) =>
    setSchedule(ctx, tx, { ...owner, spec: hourly, from: app.clock.now() }),
  )
  /** Plans what is due at this time of the first of June, in UTC. */
  const planAt = async (time: string) => {
    app.clock.moveTo(`2026-06-01T${time}:00Z`)
    const planner = startPlanner(ctx, nobodyListens)
    await planner.rest()
    await planner.stop()
  }
  const place = async () => (await app.pool.query('select place from stepping')).rows[0].place
  return { ctx, steps, sourceId, planAt, place }
}

/** The same at a Telegram that writes down what it gets. */
async function openSendingSteps(groups: number) {
  const sending = await openSending()
  const posting = await sending.posting({ groups })
  const given = await openSteps(sending.app, posting)
  const { occurrencesChanged } = sending.app.ctx
  const said = async (chat: number) =>
    (await sending.sandbox.ledger({ chat })).map(({ text }) => text)
  /** Lets time pass in small steps until this holds; answers how much. */
  const within = async (holds: () => Promise<boolean>) => {
    let ms = 0
    await expect
      .poll(async () => (await holds()) || (sending.app.clock.advance(100), (ms += 100), false), {
        ...PATIENT,
        interval: 20,
      })
      .toBe(true)
    return ms
  }
  const startSending = () =>
    sending.startSending({ ctx: { sources: given.ctx.sources, occurrencesChanged } })
  return { ...sending, ...posting, ...given, said, within, startSending }
}

test('two steps of a slot reach each group one after the other, without waiting to be found', async () => {
  const { planAt, chatIds, startSending, said, within, place } = await openSendingSteps(3)
  await planAt('08:30')
  await startSending()
  const all = async () => {
    const texts = await Promise.all(chatIds.map(said))
    return texts.every((one) => one.length === 2)
  }
  // A chat takes one message a second.
  expect(await within(all)).toBeLessThan(READ_AGAIN_MS)
  for (const chat of chatIds) expect(await said(chat)).toEqual(['One', 'Two'])
  expect(await place()).toBe(2)

  await planAt('09:30')
  await within(async () => (await said(chatIds[2]!)).length === 4)
  expect(await said(chatIds[2]!)).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(await place()).toBe(0)
})

test('quiet hours hold both steps of the newest slot, and pass over those of the one before with their reason', async () => {
  const { app, planAt, chatIds, startSending, said, within } = await openSendingSteps(1)
  await app.pool.query(
    `update groups set quiet_hours = '{"from":"09:00","to":"14:00","mode":"hold"}'`,
  )
  await startSending()
  const states = async () =>
    (
      await app.pool.query(
        `select d.part, d.status, d.code from deliveries d join occurrences o on o.id = d.occurrence_id
         order by o.slot_at, d.part`,
      )
    ).rows.map(({ part, status, code }) => `${part} ${status} ${code}`)
  await planAt('08:30')
  await expect.poll(states, PATIENT).toEqual(['0 waiting quiet_hours', '1 waiting quiet_hours'])
  await planAt('09:30')
  await expect
    .poll(states, PATIENT)
    .toEqual([
      '0 skipped quiet_hours',
      '1 skipped quiet_hours',
      '0 waiting quiet_hours',
      '1 waiting quiet_hours',
    ])
  app.clock.moveTo('2026-06-01T12:00:00Z')
  await within(async () => (await said(chatIds[0]!)).length === 2)
  expect(await said(chatIds[0]!)).toEqual(['Three', 'Four'])
})

test('a step that was on the wire of a server that ended may have been sent, and the next one follows', async () => {
  const { app, planAt, chatIds, startSending, said, within } = await openSendingSteps(1)
  await planAt('08:30')
  await app.pool.query(
    `update deliveries set status = 'sending', attempt = 1, epoch = 0, opened_at = $1 where part = 0`,
    [app.clock.now()],
  )
  await startSending()
  await within(async () => (await said(chatIds[0]!)).length === 1)
  expect(await said(chatIds[0]!)).toEqual(['Two'])
  const { rows } = await app.pool.query('select status from deliveries where part = 0')
  expect(rows).toEqual([{ status: 'unconfirmed' }])
})

test('a fan-out that goes on says what was decided when it began', async ({ app }) => {
  const posting = await createPosting(app, { groups: 1_200 })
  const { ctx, steps } = await openSteps(app, posting)
  app.clock.moveTo('2026-06-01T08:30:00Z')
  await planDue(ctx)
  const count = async () =>
    (
      await app.pool.query(
        `select part, content_id, count(*)::int as n from deliveries group by part, content_id order by part`,
      )
    ).rows
  expect(await count()).toMatchObject([{ n: 1_000 }, { n: 1_000 }])
  // Its source has moved on, and was edited as well.
  await app.pool.query('update stepping set steps = $1', [steps.toReversed()])
  await continueFanOuts(ctx)
  expect(await count()).toEqual([
    { part: 0, content_id: steps[0], n: 1_200 },
    { part: 1, content_id: steps[1], n: 1_200 },
  ])
})

test('what is passed over does not move the source on, and it hears how many that were', async ({
  app,
}) => {
  const { ctx, planAt, place, sourceId } = await openSteps(app, await createPosting(app))
  const heard: number[] = []
  const { cycle } = ctx.sources
  const prepare: NonNullable<typeof cycle>['prepare'] = async (own, tx, due) => {
    heard.push(...due.map(({ late }) => late.length))
    return cycle!.prepare(own, tx, due)
  }
  Object.assign(ctx.sources, { cycle: { ...cycle!, prepare } })
  // Three hours away: only the latest slot may still go, and it is too late as well.
  await planAt('11:00')
  expect(heard).toEqual([2])
  expect(await place()).toBe(0)
  const { rows } = await app.pool.query(
    `select status, reason from occurrences where source_id = $1 order by slot_at`,
    [sourceId],
  )
  expect(rows).toEqual([
    { status: 'skipped', reason: 'late' },
    { status: 'skipped', reason: 'late' },
    { status: 'skipped', reason: 'late' },
  ])
  await planAt('11:30')
  expect(await place()).toBe(2)
})
