import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WA_CERT_DETAILS } from 'baileys'
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import { openWorld } from '../world/world.ts'
import { expectAnswered } from '../testing/answered.ts'
import { addPerson, type NewGroup } from './people.ts'
import { startWhatsapp } from './server.ts'
import { createTestClient } from './test-client.ts'

// A client makes 812 keys for a server that has none, which is most of the work of a login; that it does
// is seen where the whole program is tested.
const KEYS_CLAIMED = 100

/** How long to wait for what comes true when the client gets round to it, also where others keep the machine busy. */
export const within = { timeout: 10_000 }

export type Fixture = Awaited<ReturnType<typeof openFixture>>

/** WhatsApp for one test, with a client that nobody has linked yet. */
export async function openWhatsapp(): Promise<Fixture> {
  const fixture = await openFixture()
  onTestFinished(async () => {
    await fixture.close()
    expectNothingUnanswered(fixture)
  })
  return fixture
}

/**
 * WhatsApp for all tests of a file, with a client that You have linked: a third of a second of work is
 * done once. Each test adds the group that it needs.
 */
export function linkedWhatsapp(): () => Fixture {
  let fixture: Fixture | undefined
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.client.link()
  })
  afterEach(() => {
    fixture?.whatsapp.faults.clear()
    if (fixture) expectNothingUnanswered(fixture)
  })
  afterAll(() => fixture?.close())
  return () => {
    if (!fixture) throw new Error('It is not open yet.')
    return fixture
  }
}

const expectNothingUnanswered = ({ whatsapp }: Fixture): void =>
  expectAnswered(whatsapp.violations.splice(0))

/** You, Bob, who has a second device, and Eve. */
async function openFixture() {
  // The client's Signal library prints whole sessions, private keys among them.
  const quiet = (['log', 'info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  const dir = await mkdtemp(join(tmpdir(), 'carillon-whatsapp-'))
  const world = openWorld({ dir })
  const whatsapp = await startWhatsapp(world, { keysClaimed: KEYS_CLAIMED })
  const realRoot = WA_CERT_DETAILS.PUBLIC_KEY
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(whatsapp.endpoint.rootKey, 'hex')

  const you = addPerson(world, { pn: '15550001111', name: 'You' })
  const bob = addPerson(world, { pn: '15550002222', name: 'Bob', companions: [7] })
  const eve = addPerson(world, { pn: '15550003333', name: 'Eve' })
  const client = createTestClient(whatsapp.endpoint, (text) => whatsapp.scan(you.lid, text))

  return {
    world,
    whatsapp,
    you,
    bob,
    eve,
    client,
    addGroup: (group: Partial<NewGroup> = {}) =>
      whatsapp.addGroup({ subject: 'Choir', members: [you.lid, bob.lid, eve.lid], ...group }),
    ledgerOf: (groupId: string) =>
      world.state.ledger.entries.filter(({ chatId }) => chatId === groupId),
    /** What a member has read in a group, in the order in which the server took it. */
    textsOf: (lid: string, groupId: string) =>
      world.state.ledger.entries
        .filter(({ chatId }) => chatId === groupId)
        .flatMap(({ readings = [] }) => readings.filter((reading) => reading.lid === lid))
        .map(({ content }) => content.text),
    async close() {
      await client.end()
      await whatsapp.close()
      world.close()
      WA_CERT_DETAILS.PUBLIC_KEY = realRoot
      for (const spy of quiet) spy.mockRestore()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
