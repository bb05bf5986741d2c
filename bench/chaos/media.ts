import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContentInput } from '@carillon/contract/content/content'
import { listDeliveries } from '@carillon/contract/deliveries'
import { createMessage } from '@carillon/contract/messages'
import type { SandboxClient } from '../../sandbox/src/testing/client.ts'
import { png } from '../../sandbox/src/testing/png.ts'
import { createRandom } from '../../sandbox/src/world/random.ts'
import { openCommunity, type Community } from '../../tools/community.ts'
import { crash, type Fault } from '../../tools/crash.ts'
import { startProduct, type Product } from '../../tools/product.ts'
import { mp4, uploadFile } from '../../tools/uploads.ts'
import { say } from '../figures.ts'

const ROUNDS = 6
const BOTS = 4
const GROUPS = 240
const KILLS_A_ROUND = 1

/** Within this share of a round the faults lie. */
const STRUCK_UNTIL = 0.7

/** How many sends of a bot can be on the wire, and so be unconfirmed after a fault. */
const ON_THE_WIRE = BOTS * 5

/** How long the folder of all files is away, in milliseconds. */
const AWAY_MS = 3_000

/** How long the follow-ups of the last round may take, in milliseconds; a deletion is due a minute after its send. */
const FOLLOWED_MS = 240_000
const LOOK_MS = 2_000

/** How many files the album has. */
const ALBUM = 3

const OF_A_MEMBER = 'Of a member'
const OF_ANOTHER = 'Of another bot'

const SENDING = ['sendPhoto', 'sendVideo', 'sendMediaGroup']
const FOLLOWING = ['pinChatMessage', 'unpinChatMessage', 'deleteMessage', 'deleteMessages']
const FORGOTTEN = 'Bad Request: wrong file identifier/HTTP URL specified'

/** The rounds in which each of the three series is sent for the first time: its files have no names yet. */
const FIRST_ROUNDS = 3

/** Bad weather, as shares of all calls; and once a file that Telegram does not know any more. */
const weather = (round: number) => [
  ...SENDING.flatMap((method) => [
    ...(round > FIRST_ROUNDS
      ? [{ method, fault: 'refuse' as const, when: 'before' as const, next: 1, words: FORGOTTEN }]
      : []),
    { method, fault: 'reset' as const, when: 'before' as const, rate: 0.01 },
    { method, fault: 'reset' as const, when: 'after' as const, rate: 0.01 },
  ]),
  ...FOLLOWING.flatMap((method) => [
    { method, fault: 'reset' as const, when: 'before' as const, rate: 0.03 },
    { method, fault: 'reset' as const, when: 'after' as const, rate: 0.05 },
    { method, fault: 'bad-gateway' as const, when: 'after' as const, rate: 0.03 },
  ]),
]

// Photos, albums and videos that pin themselves, replace the copy before or delete themselves, while the server is
// killed, answers are lost, Telegram forgets files and the folder of all files goes away and comes back. In each
// group members and another bot have written, and the other bot has pinned: that has to stand untouched.
const rounds = Number(process.argv[2] ?? ROUNDS)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9))
const random = createRandom(seed)
const total = { sent: 0, unconfirmed: 0, lost: 0, twice: 0 }
let struck = 0

const product = await startProduct({ env: { DEFAULT_TIER: 'pro', LOG_LEVEL: 'error' } })
try {
  const community = await openCommunity(product, { bots: BOTS, groupsPerBot: GROUPS / BOTS })
  const { sandbox, groups } = community
  const chats = groups.map(({ externalId }) => Number(externalId))
  const standing = await writeAsOthers(product, sandbox, chats)
  const series = await openSeries(product, community)
  /** The groups that got a copy of which nobody knows where it stands: nothing can be done with it. */
  const doubtful = new Set<number>()
  for (let round = 1; round <= rounds; round++) {
    await sandbox.chaosPlan({ rules: weather(round), seed: seed + round })
    const since = (await sandbox.ledger()).at(-1)?.seq ?? 0
    const crashed = await crash(product, community, blowsOf(product), series[(round - 1) % 3]!.id)
    for (const { fault, struck: times } of (await sandbox.chaosReport()).rules) {
      if (fault === 'reset') struck += times
    }
    await sandbox.noFaults()
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += crashed[name]
    process.stdout.write(`round ${round}: ${JSON.stringify({ since, ...crashed })}\n`)
    for (const chat of await unconfirmedChats(community)) doubtful.add(chat)
  }
  const touched = await untilFollowed(sandbox, chats, doubtful, standing)
  const inDoubtMost = rounds * KILLS_A_ROUND * ON_THE_WIRE + struck
  const held =
    total.twice + total.lost === 0 &&
    total.sent + total.unconfirmed === rounds * GROUPS &&
    total.unconfirmed <= inDoubtMost &&
    Object.values(touched).every((n) => n === 0)
  say(
    `media under faults: ${rounds * GROUPS} deliveries of photos, albums and videos, seed ${seed}`,
  )
  say(
    `  ${rounds * KILLS_A_ROUND} times kill -9, ${rounds} times storage away, ${struck} answers lost`,
  )
  say(`  ${JSON.stringify(total)}; in doubt at most ${inDoubtMost}`)
  say(`  groups where it is not as it should be: ${JSON.stringify(touched)}`)
  say(
    `  bar: 0 lost, 0 twice, nothing of others touched, nothing left undone: ${held ? 'held' : 'MISSED'}`,
  )
  process.exitCode = held ? 0 : 1
  sandbox.close()
} finally {
  await product.stop()
}

/** The series that are sent in turn, each what a content can ask for. */
async function openSeries({ url }: Product, { person, groups }: Community) {
  const upload = (name: string, bytes: Buffer<ArrayBuffer>) =>
    uploadFile(url, person, { name, bytes })
  const photo = await upload('choir.png', png(300, 200, { noise: true }))
  const other = await upload('stage.png', png(200, 300, { noise: true }))
  const video = await upload('concert.mp4', mp4(1_200_000))
  const contents: ContentInput[] = [
    {
      text: 'One photo',
      media: [{ mediaId: photo }],
      options: { pin: 'notify', unpinPrevious: true, replacePrevious: true },
    },
    {
      text: 'An album',
      media: [{ mediaId: other }, { mediaId: video }, { mediaId: photo }],
      options: { pin: 'silent', unpinPrevious: true, replacePrevious: true },
    },
    { text: 'A video', media: [{ mediaId: video }], options: { deleteAfterMinutes: 1 } },
  ]
  const [day = ''] = new Date(Date.now() + 2 * 86_400_000).toISOString().split('T')
  const body = {
    kind: 'automated' as const,
    groupIds: groups.map(({ id }) => id),
    schedule: {
      timeZone: 'UTC',
      rule: { kind: 'daily' as const, everyDays: 1, at: ['12:00'] },
      starts: day,
    },
    status: 'active' as const,
  }
  return Promise.all(
    contents.map((content) => person.call(createMessage, { body: { ...body, content } })),
  )
}

/** A member writes in each group, and a bot that is not the person's writes and pins it. */
async function writeAsOthers(product: Product, sandbox: SandboxClient, chats: readonly number[]) {
  const other = await sandbox.createBot({ name: 'Other' })
  const call = async (method: string, body: object) => {
    const answer = await fetch(`${product.sandboxUrl}/bot-api/bot${other.token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method}: ${await answer.text()}`)
    return ((await answer.json()) as { result: { message_id: number } }).result
  }
  await sandbox.limits('off')
  const pinned = new Map<number, number>()
  for (const chat of chats) {
    await sandbox.settings(chat, { permissions: { can_pin_messages: true } })
    await sandbox.addBot({ chatId: chat, botId: other.id })
    await sandbox.say(chat, { text: OF_A_MEMBER })
    const { message_id: messageId } = await call('sendMessage', { chat_id: chat, text: OF_ANOTHER })
    await call('pinChatMessage', {
      chat_id: chat,
      message_id: messageId,
      disable_notification: true,
    })
    pinned.set(chat, messageId)
  }
  await sandbox.limits('telegram')
  return pinned
}

/** Kills at random moments, and the folder of all files goes away once. */
function blowsOf({ dataDir }: Product): Fault[] {
  const after = () => Math.ceil(random.fraction() * STRUCK_UNTIL * GROUPS)
  const files = join(dataDir, 'files')
  const away = async () => {
    await rename(files, `${files}-away`)
    await pause(AWAY_MS)
    await rename(`${files}-away`, files)
  }
  const kills = Array.from({ length: KILLS_A_ROUND }, () => ({ to: 'server' as const }))
  // Before the first message the files have to be brought.
  const faults: Fault[] = [{ to: away, after: random.fraction() < 0.5 ? 0 : after() }]
  for (const { to } of kills) faults.push({ to, after: after() })
  return faults.toSorted((a, b) => a.after - b.after)
}

/** The chats of deliveries that nobody can be sure of. */
async function unconfirmedChats({ person, groups }: Community): Promise<number[]> {
  const chats: number[] = []
  let cursor: string | null | undefined
  do {
    const query = { status: 'unconfirmed', limit: '200', ...(cursor ? { cursor } : {}) }
    const page = await person.call(listDeliveries, { query })
    for (const { groupId } of page.items) {
      chats.push(Number(groups.find(({ id }) => id === groupId)!.externalId))
    }
    cursor = page.nextCursor
  } while (cursor)
  return chats
}

/** Looks until all groups are as they should be, or the time is up; answers how many are not, and in what. */
async function untilFollowed(
  sandbox: SandboxClient,
  chats: readonly number[],
  doubtful: ReadonlySet<number>,
  standing: ReadonlyMap<number, number>,
) {
  const until = Date.now() + FOLLOWED_MS
  for (;;) {
    const touched = { ofOthers: 0, pinOfOthers: 0, pinned: 0, copies: 0, videos: 0, toldTwice: 0 }
    for (const chat of chats) {
      const messages = await sandbox.messages(chat)
      const { pinned } = await sandbox.chat(chat)
      const others = messages.flatMap(({ content }) =>
        content.kind === 'text' ? content.text : [],
      )
      const told = messages.flatMap(({ content }) =>
        content.kind === 'service' && content.service.kind === 'pinned'
          ? content.service.messageId
          : [],
      )
      touched.toldTwice += Number(new Set(told).size < told.length)
      touched.ofOthers += Number(
        others.toSorted().join() !== [OF_ANOTHER, OF_A_MEMBER].toSorted().join(),
      )
      touched.pinOfOthers += Number(!pinned.includes(standing.get(chat)!))
      // A copy of which nobody knows where it stands stays there.
      if (doubtful.has(chat)) continue
      const of = (text: string) =>
        messages.filter(({ content }) => content.kind === 'media' && content.text === text)
      const files = messages.filter(({ albumId }) => albumId !== undefined)
      touched.copies += Number(of('One photo').length !== 1 || files.length !== ALBUM)
      touched.videos += of('A video').length
      const ours = [...of('One photo'), ...of('An album')].map(({ id }) => id)
      const wanted = [standing.get(chat)!, ...ours].toSorted((a, b) => a - b)
      touched.pinned += Number(pinned.toSorted((a, b) => a - b).join() !== wanted.join())
    }
    if (Object.values(touched).every((n) => n === 0) || Date.now() > until) return touched
    await pause(LOOK_MS)
  }
}
