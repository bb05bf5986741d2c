import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { conformance } from '../conformance.ts'
import type { Identity } from '../port/account.ts'
import { channelFor } from '../rules.ts'
import { memoryNetwork } from './memory-network.ts'
import type { ChatRef, Fixture } from './fixture.ts'

conformance(openFixture)

test('what an account can do more than others is told by its traits', () => {
  const channel = memoryNetwork().channel()
  expect(channelFor(channel, {}).capabilities.textMax).toBe(500)
  expect(channelFor(channel, { large: true }).capabilities.textMax).toBe(5_000)
})

const PHONE = '+4915112345678'

async function openFixture(): Promise<Fixture> {
  const network = memoryNetwork()
  const { groups, uploaded, trouble, tell, stateOf } = network
  const channel = network.channel()
  const { identity, credentials } = await new Promise<{ identity: Identity; credentials: string }>(
    (paired) => {
      const failed = (reason: string) => expect.unreachable(reason)
      const session = channel.pairing.steps!.begin('qr', { step: follow, paired, failed })
      function follow(step: Parameters<NonNullable<Fixture['follow']>>[0]) {
        queueMicrotask(() => void act(step, session))
      }
    },
  )

  async function act(...[step, session]: Parameters<NonNullable<Fixture['follow']>>) {
    if (step.kind === 'phone') await session.give({ kind: 'phone', phone: PHONE })
    if (step.kind === 'scan') network.confirm(step.text, PHONE)
    if (step.kind === 'typeThere') network.confirm(step.code, PHONE)
  }

  const groupAt = ({ externalId }: ChatRef) => groups.get(externalId)!
  return {
    channel,
    account: { ...identity, id: 'account', credentials, updateOffset: null },
    logged: () => '',
    async group() {
      const externalId = network.addGroup('Choir')
      return { externalId, title: 'Choir', topicIds: [] }
    },
    async remove(chat) {
      groupAt(chat).in = false
      tell({ kind: 'chat', chat: stateOf(chat.externalId) })
    },
    deleteGroup: async (chat) => void (groupAt(chat).deleted = true),
    forbidWriting: async (chat) => void (groupAt(chat).mayWrite = false),
    async rename(chat, title) {
      groupAt(chat).title = title
      const state = stateOf(chat.externalId)
      if (!state.lost) tell({ kind: 'renamed', externalId: chat.externalId, title: state.title })
    },
    setPhoto: async ({ externalId }, has) =>
      network.setPhoto(externalId, has ? Buffer.alloc(100) : null),
    flood: async (seconds) => void (trouble.floodSeconds = seconds),
    loseAnswer: async () => void (trouble.lose = true),
    async silence() {
      return { accepted: new Promise((resolve) => (trouble.hang = () => resolve(undefined))) }
    },
    unreachable: async () => network.channel(false),
    revoke: async () => network.revoke(credentials),
    seen: async (chat) =>
      groupAt(chat).messages.map(({ text, media }) => ({
        text,
        entities: [],
        topicId: null,
        ...(media ? { media } : {}),
      })),
    file: (kind) => ({
      mediaId: `file-${kind}`,
      kind,
      fileName: 'picture.png',
      mimeType: 'image/png',
      bytes: 9,
      open: () => Readable.from(Buffer.from('a picture')),
    }),
    uploads: async () => uploaded.size,
    follow: act,
    close: () => channel.close(),
  }
}
