import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/src/testing.ts'
import { send, type ChatRef, type Fixture } from '../src/channels/conformance/fixture.ts'
import type { Outcome } from '../src/channels/port/sending.ts'
import { listen } from '../src/channels/conformance/listen.ts'
import { openWhatsapp, openWhatsappFixture, pairWith, type WhatsappSetup } from './whatsapp.ts'

/** One stand-in and one channel for all tests of a file; each test opens a fixture of its own. */
export function whatsappStories() {
  let sandbox: Sandbox
  let setup: WhatsappSetup
  beforeAll(async () => {
    sandbox = await startSandbox({ whatsapp: true, fork: true })
    setup = await openWhatsapp(sandbox)
  })
  afterAll(async () => {
    await setup.close()
    await sandbox.stop()
  })
  return {
    sandbox: () => sandbox,
    setup: () => setup,
    async openFixture() {
      const fixture = await openWhatsappFixture(setup)
      onTestFinished(() => fixture.close())
      return fixture
    },
  }
}

export type WhatsappFixture = Awaited<ReturnType<typeof openWhatsappFixture>>

/** The keys of its device are dropped and another device is linked, as the product does. */
export async function relink(
  fixture: WhatsappFixture,
  { db }: Pick<WhatsappSetup, 'db'>,
): Promise<void> {
  const { identity, credentials } = await pairWith(fixture.channel, fixture.follow!)
  await fixture.channel.forget!({ db }, fixture.account.credentials)
  Object.assign(fixture.account, identity, { credentials })
  listen(fixture)
}

/** Sends the text of this number, which is a delivery of its own. */
export const say = (fixture: Fixture, chat: ChatRef, n: number): Promise<Outcome> =>
  send(fixture, chat, {
    deliveryId: `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    content: { kind: 'text', text: `Secret text ${n}` },
  })

/** As a lane does: what was not confirmed is sent again, as the same delivery. */
export async function untilSent(attempt: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  while (outcomes.length < 20) {
    const outcome = await attempt()
    outcomes.push(outcome)
    if (outcome.kind === 'sent') return outcomes
  }
  throw new Error(`It was never sent: ${JSON.stringify(outcomes.at(-1))}`)
}

/** What members see in a group now, sorted. */
export const texts = async (fixture: Fixture, chat: ChatRef): Promise<string[]> =>
  (await fixture.seen(chat)).map(({ text }) => text).toSorted()
