import { Readable, Writable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { png, type Sandbox } from '../../sandbox/src/testing.ts'
import type { ChatRef, Seen, Fixture } from '../src/channels/conformance/fixture.ts'
import type { Channel } from '../src/channels/port.ts'
import type { ChannelAccount, Identity } from '../src/channels/port/account.ts'
import type { MediaKind } from '../src/channels/port/media.ts'
import type { PairingSession, PairingStep } from '../src/channels/port/pairing.ts'
import type { ChannelEvent } from '../src/channels/port/receiving.ts'
import type { SendFile } from '../src/channels/port/sending.ts'
import { whatsapp } from '../src/channels/whatsapp/channel.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, openPool, type Db } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'
import { systemRandom, uuidv7 } from '../src/platform/ids.ts'
import { cloneDatabase } from './database.ts'
import { secretsIn } from './secrets-in-logs.ts'

/** The channel on a database of its own, pointed at the stand-in; one is enough for a file of tests. */
export type WhatsappSetup = {
  sandbox: Sandbox
  channel: Channel
  db: Db
  /** Everything that was logged, as it would be written; closing throws where it holds anything secret. */
  logged(): string
  /** The same channel, where the network cannot be reached. */
  unreachable(): Channel
  /** The same channel in another process, as far as the network and the database can tell. */
  another(): Channel
  /** The same channel, with codes that are good for a moment. */
  hasty(): Channel
  close(): Promise<void>
}

export async function openWhatsapp(sandbox: Sandbox): Promise<WhatsappSetup> {
  const database = await cloneDatabase()
  let logged = ''
  const log = createLog(
    'debug',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString()
        done()
      },
    }),
  )
  const pool = openPool(database.url, log, 5)
  const db = openDatabase(pool)
  const means = {
    reading: { db },
    clock: systemClock,
    // What comes back is tried at once.
    random: { ...systemRandom, fraction: () => 0 },
    ids: uuidv7(systemClock, systemRandom),
    log,
  }
  const opened: Channel[] = []
  const secrets = new Set<string>()
  const open = (settings: object) => {
    const channel = whatsapp({ ...means, ...settings })
    opened.push(channel)
    return notingSecrets(channel, secrets)
  }
  const channel = open(sandbox.whatsappEndpoint!)
  return {
    sandbox,
    channel,
    db,
    logged: () => logged,
    unreachable: () => open({ webSocketUrl: 'ws://127.0.0.1:1/' }),
    another: () => open(sandbox.whatsappEndpoint!),
    hasty: () => open({ ...sandbox.whatsappEndpoint!, scanMs: 100 }),
    async close() {
      await Promise.all(opened.map((one) => one.close()))
      await pool.end()
      await database.drop()
      const { people } = await sandbox.whatsapp.world()
      const said = (await sandbox.ledger()).map(({ text }) => text)
      const known = [...secrets, ...said, ...people.map(({ pn }) => pn)]
      const told = secretsIn(logged, known)
      if (told.length > 0) throw new Error(`The log says what is secret:\n${told.join('\n')}`)
    },
  }
}

/** The same channel, which collects codes and credentials, to search the log for them. */
function notingSecrets(channel: Channel, secrets: Set<string>): Channel {
  const { steps } = channel.pairing
  if (!steps) return channel
  const begin: typeof steps.begin = (way, events) =>
    steps.begin(way, {
      ...events,
      step(step) {
        if (step.kind === 'scan') for (const part of step.text.split(',')) secrets.add(part)
        if (step.kind === 'typeThere') secrets.add(step.code)
        events.step(step)
      },
      paired(paired) {
        secrets.add(paired.credentials.split(':')[1]!)
        events.paired(paired)
      },
    })
  return { ...channel, pairing: { ...channel.pairing, steps: { ...steps, begin } } }
}

/** Kills all threads of this process that run the library, as a fault in it would. */
export const killWorkers = () => Promise.all([...workers].map((worker) => worker.terminate()))

/** Ends all threads by an uncaught error in each. */
export async function breakWorkers(): Promise<void> {
  await Promise.all(
    [...workers].map(async (worker) => {
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage(null)
      await ended
    }),
  )
}

const workers = new Set<Worker>()
process.on('worker', (worker) => {
  workers.add(worker)
  worker.once('exit', () => workers.delete(worker))
})

let people = 0

/** Somebody with a number of their own, and two others who are in all groups: one of them runs these. */
export async function openWhatsappFixture(setup: WhatsappSetup): Promise<Fixture & WhatsappExtras> {
  const { sandbox, channel, logged } = setup
  const phones = sandbox.whatsapp
  const person = (name: string, companions: number[] = []) =>
    phones.addPerson({ pn: `1555${String(++people).padStart(7, '0')}`, name, companions })
  const [you, bob, eve] = [await person('You'), await person('Bob', [7]), await person('Eve')]

  async function follow(step: PairingStep, session: PairingSession) {
    if (step.kind === 'phone') await session.give({ kind: 'phone', phone: `+${you.pn}` })
    if (step.kind === 'scan') await phones.scan(you.lid, step.text)
    if (step.kind === 'typeThere') await phones.typeCode(you.lid, step.code)
  }
  const paired = await pairWith(channel, follow)
  const account: ChannelAccount = {
    ...paired.identity,
    id: `account ${you.lid}`,
    credentials: paired.credentials,
    updateOffset: null,
  }
  const broughtBefore = (await phones.world()).filesBrought
  const told: ChannelEvent[] = []
  const session = channel.open(account, {
    on: async (event) => void told.push(event),
    offset: async () => {},
  })
  const until = (fits: () => unknown) => waitFor(fits)
  await until(() => told.some(isConnected))

  const groupAt = ({ externalId }: ChatRef) => externalId
  const change = async (
    chat: ChatRef,
    what: Parameters<typeof phones.changeGroup>[1]['change'],
  ) => {
    // An event that the stand-in sends to an ending connection is not repeated.
    await channel.check(account, groupAt(chat))
    await phones.changeGroup(groupAt(chat), { by: eve.lid, change: what })
  }
  return {
    channel,
    account,
    logged,
    you,
    bob,
    eve,
    readersOf: async (chat) => (await phones.messages(groupAt(chat))).map(({ readers }) => readers),
    async group() {
      const members = [eve.lid, you.lid, bob.lid]
      const group = await phones.addGroup({ subject: 'Choir', members })
      return { externalId: group.id, title: 'Choir', topicIds: [] }
    },
    async ownChat() {
      const chat = { externalId: `${you.pn}@s.whatsapp.net`, title: 'You', topicIds: [] }
      return { chat, shown: chat }
    },
    remove: async (chat) => await change(chat, { kind: 'remove', lid: you.lid }),
    deleteGroup: async (chat) => await change(chat, { kind: 'remove', lid: you.lid }),
    forbidWriting: async (chat) => await change(chat, { kind: 'announce', on: true }),
    rename: async (chat, subject) => await change(chat, { kind: 'rename', subject }),
    setPhoto: async (chat, has) => await change(chat, { kind: 'picture', has }),
    loseAnswer: async () => void (await phones.faults({ on: 'message', does: 'lose-ack' })),
    async silence(chat) {
      const groupId = groupAt(chat)
      await phones.faults({ on: 'message', groupId, does: 'lose-ack' })
      const accepted = waitFor(async () => (await phones.messages(groupId)).length > 0)
      return { accepted }
    },
    unreachable: async () => setup.unreachable(),
    async revoke() {
      const me = (await phones.world()).people.find(({ lid }) => lid === you.lid)
      for (const device of me?.devices ?? []) await phones.unlink(you.lid, device)
      await waitFor(() =>
        channel.check(account, '120363000000000000@g.us').then(
          () => false,
          ({ code }) => code === 'conflict',
        ),
      )
    },
    seen: (chat) => seenIn(sandbox, groupAt(chat)),
    file: fileOf,
    uploads: async () => (await phones.world()).filesBrought - broughtBefore,
    follow,
    async close() {
      await phones.faults()
      await session.close()
    },
  }
}

export type WhatsappExtras = {
  you: { lid: string; pn: string }
  bob: { lid: string }
  eve: { lid: string }
  /** Who has read each message of a group. */
  readersOf(chat: ChatRef): Promise<string[][]>
}

const isConnected = (event: ChannelEvent) => event.kind === 'status' && event.status === 'connected'

/** Links an account by a code to scan. */
export async function pairWith(
  channel: Channel,
  follow: (step: PairingStep, session: PairingSession) => Promise<void>,
) {
  const done = Promise.withResolvers<{ identity: Identity; credentials: string }>()
  const begun = Promise.withResolvers<PairingSession>()
  const session = channel.pairing.steps!.begin('qr', {
    step: (step) => void begun.promise.then((it) => follow(step, it)).catch(done.reject),
    paired: done.resolve,
    failed: (reason) => done.reject(new Error(reason)),
  })
  begun.resolve(session)
  const paired = await done.promise
  await session.close()
  return paired
}

async function seenIn(sandbox: Sandbox, groupId: string): Promise<Seen[]> {
  const entries = (await sandbox.ledger()).filter(({ chatId }) => chatId === groupId)
  const shown = (await sandbox.whatsapp.messages(groupId)).filter(
    ({ deletedAt, albumSize }) => deletedAt === undefined && albumSize === undefined,
  )
  // Phones show the files of an album as one.
  const bubbles = [...Map.groupBy(shown, ({ id, albumOf }) => albumOf ?? id).values()]
  return bubbles.map((parts) => {
    const media = parts.flatMap((part) => part.media?.kind ?? [])
    const ids = parts.map(({ id }) => id)
    const { poll } = entries.find(({ messageIds }) => ids.includes(messageIds[0] ?? '')) ?? {}
    return {
      text: parts.map(({ text }) => text).join(''),
      entities: [],
      topicId: null,
      ...(media.length > 0 ? { media } : {}),
      ...(poll ? { poll } : {}),
    }
  })
}

function fileOf(kind: MediaKind): SendFile {
  const bytes = png(40, 30)
  return {
    mediaId: `file-${kind}`,
    kind,
    fileName: 'choir.png',
    mimeType: 'image/png',
    bytes: bytes.length,
    open: () => Readable.from(bytes),
  }
}

/** Looks every few milliseconds: what happens at the stand-in is told by nobody here. */
async function waitFor(fits: () => unknown): Promise<void> {
  const until = Date.now() + 15_000
  while (!(await fits())) {
    if (Date.now() > until) throw new Error('The condition was not met in time.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
