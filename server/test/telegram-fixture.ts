import { once } from 'node:events'
import { createServer } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pino } from 'pino'
import { png, startSandbox, type Sandbox } from '../../sandbox/src/testing.ts'
import { systemClock } from '../src/platform/clock.ts'
import { systemRandom } from '../src/platform/ids.ts'
import type { ChatRef, Fixture } from '../src/channels/conformance/fixture.ts'
import type { Channel } from '../src/channels/port.ts'
import type { MediaKind } from '../src/channels/port/media.ts'
import type { SendFile } from '../src/channels/port/sending.ts'
import { telegramBot } from '../src/channels/telegram-bot/channel.ts'

/** A bot in the sandbox's groups, as the stories of all channels need it. */
export async function openFixture(): Promise<Fixture & { sandbox: Sandbox }> {
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
  const chatId = (chat: ChatRef) => Number(chat.externalId)
  const refOf = (chat: { id: number; title: string; topics: { id: number }[] }): ChatRef => ({
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
      return refOf(chat)
    },
    async linkGroup(code) {
      const chat = await sandbox.addGroup({ title: 'Orchestra' })
      await sandbox.addBot({ chatId: chat.id, startPayload: code })
      const owner = chat.members.find((member) => member.status === 'creator')
      return { ...refOf(chat), adminId: String(owner?.userId) }
    },
    async ownChat() {
      const user = await sandbox.createUser({ firstName: 'Ida' })
      const chat = await sandbox.startBot({ personId: user.id })
      return { chat: { ...refOf(chat), externalId: String(user.id) }, shown: refOf(chat) }
    },
    async startChat(code) {
      const user = await sandbox.createUser({ firstName: 'Ida', lastName: 'Berg' })
      const chat = await sandbox.startBot({ personId: user.id, payload: code })
      return {
        chat: { ...refOf(chat), externalId: String(user.id) },
        shown: refOf(chat),
        name: 'Ida Berg',
        end: async (how) =>
          void (how === 'stopped'
            ? await sandbox.say(chat.id, { userId: user.id, text: '/stop' })
            : await sandbox.stopBot(chat.id)),
      }
    },
    async memberOf(chat) {
      const user = await sandbox.createUser({ firstName: 'Ida' })
      await sandbox.join(chatId(chat), { userId: user.id })
      return String(user.id)
    },
    remove: async (chat) => void (await sandbox.kick(chatId(chat), { userId: sandbox.botId })),
    deleteGroup: async (chat) => void (await sandbox.settings(chatId(chat), { deleted: true })),
    migrate: async (chat) => refOf(await sandbox.migrate(chatId(chat))),
    forbidWriting: async (chat) =>
      void (await sandbox.settings(chatId(chat), { membersMayWrite: false })),
    rename: async (chat, title) => void (await sandbox.rename(chatId(chat), title)),
    closeTopic: async (chat, topicId) =>
      void (await sandbox.topic(chatId(chat), { topicId: Number(topicId), closed: true })),
    deleteTopic: async (chat, topicId) =>
      void (await sandbox.topic(chatId(chat), { topicId: Number(topicId), deleted: true })),
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
    async silence(chat) {
      await sandbox.chaos({ method: 'sendMessage', fault: 'hang', when: 'after', next: 1 })
      return { accepted: sandbox.waitForLedger(1, { chat: chatId(chat) }) }
    },
    async unreachable() {
      const gone = telegramBot({ ...options, apiRoot: await closedPort() })
      others.push(gone)
      return gone
    },
    revoke: async () => void (await sandbox.revokeToken(sandbox.botId)),
    async seen(chat) {
      const id = chatId(chat)
      const there = new Set((await sandbox.messages(id)).map(({ id }) => String(id)))
      const entries = (await sandbox.ledger({ chat: id })).filter(({ messageIds }) =>
        messageIds.some((id) => there.has(id)),
      )
      const messages = new Map((await sandbox.messages(id)).map((one) => [String(one.id), one]))
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
    allowPinning: async (chat, can_pin_messages) =>
      void (await sandbox.settings(chatId(chat), { permissions: { can_pin_messages } })),
    async pinned(chat) {
      const { pinned } = await sandbox.chat(chatId(chat))
      return (await sandbox.messages(chatId(chat))).flatMap(({ id, content }) =>
        pinned.includes(id) && 'text' in content ? content.text : [],
      )
    },
    pass: async (ms) => void (await sandbox.advance(ms)),
    file: fileOf,
    uploads: async () =>
      (await sandbox.ledger()).flatMap(({ media = [] }) => media).filter(({ uploaded }) => uploaded)
        .length,
    forbidKind: async (chat) =>
      void (await sandbox.settings(chatId(chat), { permissions: { can_send_photos: false } })),
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
