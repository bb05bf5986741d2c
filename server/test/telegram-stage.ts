import { once } from 'node:events'
import { createServer } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import { png, startSandbox, type Sandbox } from '../../sandbox/src/testing.ts'
import { systemClock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/ids.ts'
import type { Place, Stage } from '../src/channels/conformance/stage.ts'
import type { Channel } from '../src/channels/port.ts'
import type { MediaKind } from '../src/channels/port/media.ts'
import type { SendFile } from '../src/channels/port/sending.ts'
import { telegramBot } from '../src/channels/telegram-bot/channel.ts'

/** A bot in the sandbox's groups, as the stories of all channels need it. */
export async function openStage(): Promise<Stage & { sandbox: Sandbox }> {
  const sandbox = await startSandbox({ limits: 'off' })
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  const options = { clock: systemClock, random: systemRandom, log }
  const channel = telegramBot({ ...options, apiRoot: sandbox.botApiRoot })
  const others: Channel[] = []
  const identity = await channel.pairing.token!.identify(sandbox.botToken)
  const chatId = (place: Place) => Number(place.externalId)
  const placeOf = (chat: { id: number; title: string; topics: { id: number }[] }): Place => ({
    externalId: String(chat.id),
    title: chat.title,
    topicIds: chat.topics.map((topic) => String(topic.id)),
  })

  return {
    sandbox,
    channel,
    account: { ...identity, id: 'account', credentials: sandbox.botToken, updateOffset: null },
    logged: () => lines.join(''),
    async group({ topics } = {}) {
      const type = topics ? 'forum' : 'group'
      const chat = await sandbox.addGroup({ title: 'Choir', type, ...(topics ? { topics } : {}) })
      await sandbox.addBot({ chatId: chat.id })
      return placeOf(chat)
    },
    async linkGroup(code) {
      const chat = await sandbox.addGroup({ title: 'Orchestra' })
      await sandbox.addBot({ chatId: chat.id, startPayload: code })
      const owner = chat.members.find((member) => member.status === 'creator')
      return { ...placeOf(chat), adminId: String(owner?.userId) }
    },
    async ownChat() {
      const user = await sandbox.createUser({ firstName: 'Ida' })
      const chat = await sandbox.startBot({ personId: user.id })
      return { place: { ...placeOf(chat), externalId: String(user.id) }, shown: placeOf(chat) }
    },
    async startChat(code) {
      const user = await sandbox.createUser({ firstName: 'Ida', lastName: 'Berg' })
      const chat = await sandbox.startBot({ personId: user.id, payload: code })
      return {
        place: { ...placeOf(chat), externalId: String(user.id) },
        shown: placeOf(chat),
        name: 'Ida Berg',
        end: async (how) =>
          void (how === 'stopped'
            ? await sandbox.say(chat.id, { userId: user.id, text: '/stop' })
            : await sandbox.stopBot(chat.id)),
      }
    },
    async memberOf(place) {
      const user = await sandbox.createUser({ firstName: 'Ida' })
      await sandbox.join(chatId(place), { userId: user.id })
      return String(user.id)
    },
    remove: async (place) => void (await sandbox.kick(chatId(place), { userId: sandbox.botId })),
    deleteGroup: async (place) => void (await sandbox.settings(chatId(place), { deleted: true })),
    migrate: async (place) => placeOf(await sandbox.migrate(chatId(place))),
    forbidWriting: async (place) =>
      void (await sandbox.settings(chatId(place), { membersMayWrite: false })),
    rename: async (place, title) => void (await sandbox.rename(chatId(place), title)),
    closeTopic: async (place, topicId) =>
      void (await sandbox.topic(chatId(place), { topicId: Number(topicId), closed: true })),
    deleteTopic: async (place, topicId) =>
      void (await sandbox.topic(chatId(place), { topicId: Number(topicId), deleted: true })),
    flood: async (seconds) =>
      void (await sandbox.chaos({
        method: 'sendMessage',
        fault: 'flood',
        next: 1,
        amount: seconds,
      })),
    refuseFormatting: async (sends) =>
      void (await sandbox.chaos({
        method: 'sendMessage',
        fault: 'refuse',
        next: sends,
        words: 'Bad Request: ENTITIES_TOO_LONG',
      })),
    setPhoto: async ({ externalId }, has) => void (await sandbox.setPhoto(Number(externalId), has)),
    loseAnswer: async () =>
      void (await sandbox.chaos({
        method: 'sendMessage',
        fault: 'reset',
        when: 'after',
        next: 1,
      })),
    async silence(place) {
      await sandbox.chaos({ method: 'sendMessage', fault: 'hang', when: 'after', next: 1 })
      return { accepted: sandbox.waitForLedger(1, { chat: chatId(place) }) }
    },
    async unreachable() {
      const gone = telegramBot({ ...options, apiRoot: await closedPort() })
      others.push(gone)
      return gone
    },
    revoke: async () => void (await sandbox.revokeToken(sandbox.botId)),
    async seen(place) {
      const chat = chatId(place)
      const there = new Set((await sandbox.messages(chat)).map(({ id }) => String(id)))
      const entries = (await sandbox.ledger({ chat })).filter(({ messageIds }) =>
        messageIds.some((id) => there.has(id)),
      )
      const messages = new Map((await sandbox.messages(chat)).map((one) => [String(one.id), one]))
      return entries.map(({ text, entities, topicId, media, poll, messageIds }) => {
        const { buttons, content } = messages.get(messageIds[0] ?? '') ?? {}
        // What stands there now, though the ledger has what was sent.
        const now = content && 'text' in content ? content : { text, entities }
        return {
          text: now.text,
          entities: now.entities,
          topicId: topicId ?? null,
          ...(media ? { media: media.map(({ kind }) => kind) } : {}),
          ...(poll ? { poll } : {}),
          ...(buttons ? { buttons: buttons as { text: string; url: string }[][] } : {}),
        }
      })
    },
    allowPinning: async (place, can_pin_messages) =>
      void (await sandbox.settings(chatId(place), { permissions: { can_pin_messages } })),
    async pinned(place) {
      const { pinned } = await sandbox.chat(chatId(place))
      return (await sandbox.messages(chatId(place))).flatMap(({ id, content }) =>
        pinned.includes(id) && 'text' in content ? content.text : [],
      )
    },
    pass: async (ms) => void (await sandbox.advance(ms)),
    file: fileOf,
    uploads: async () =>
      (await sandbox.ledger()).flatMap(({ media = [] }) => media).filter(({ uploaded }) => uploaded)
        .length,
    forbidKind: async (place) =>
      void (await sandbox.settings(chatId(place), { permissions: { can_send_photos: false } })),
    async close() {
      for (const one of others) await one.close()
      await channel.close()
      await sandbox.stop()
    },
  }
}

/** A file that Telegram takes: it looks into photos alone. */
function fileOf(kind: MediaKind): SendFile {
  const bytes = png(40, 30)
  return {
    mediaId: `file-${kind}`,
    kind,
    fileName: 'Плакат "1"; новый.png',
    mimeType: 'image/png',
    bytes: bytes.length,
    width: 40,
    height: 30,
    durationMs: 2_000,
    open: () => Readable.from([bytes], { objectMode: false }),
  }
}

/** A port of this machine where nobody listens any more. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
