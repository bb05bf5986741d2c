import { Readable } from 'node:stream'
import type { MediaKind } from '@carillon/contract/media'
import { expect } from 'vitest'
import { AppError, notFound } from '../../platform/errors.ts'
import type { FollowUpOutcome, FollowUpRequest } from '../port/follow-ups.ts'
import type { Outcome, SendFile } from '../port/sending.ts'
import { send, type ChatRef, type Fixture, type Story } from './fixture.ts'

/** Content other than text: files, albums, polls and buttons. */
export function media(story: Story): void {
  story(
    'a file arrives with its text, and later sends name it instead of bringing it again',
    async (fixture) => {
      const chat = await fixture.group()
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const first = await post(fixture, chat, [fixture.file!(kind)], 'From *Sunday*')
      expect(first).toMatchObject({ kind: 'sent', receipt: { externalIds: [expect.any(String)] } })
      const handle = first.handles?.[0]
      expect(handle).toEqual(expect.any(String))
      const again = await post(fixture, chat, [{ ...fixture.file!(kind), handle: handle! }], '')
      expect(again).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(chat)).toMatchObject([
        { text: fixture.channel.compile(content('From *Sunday*', [kind])).text, media: [kind] },
        { text: '', media: [kind] },
      ])
      // Where the network can be asked how often.
      if (fixture.uploads) expect(await fixture.uploads()).toBe(1)
    },
    { needs: 'media' },
  )

  story(
    'each kind of file arrives as what it is',
    async (fixture) => {
      const chat = await fixture.group()
      const kinds = Object.keys(fixture.channel.media!.bytesMax) as MediaKind[]
      for (const kind of kinds) {
        expect(await post(fixture, chat, [fixture.file!(kind)])).toMatchObject({ kind: 'sent' })
      }
      expect((await fixture.seen(chat)).map((one) => one.media)).toEqual(kinds.map((one) => [one]))
    },
    { needs: 'media' },
  )

  story(
    'a text with a file may be shorter than one alone, and is refused before it is asked',
    async (fixture) => {
      const chat = await fixture.group()
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const text = 'x'.repeat(fixture.channel.capabilities.captionMax)
      const file = fixture.file!(kind)
      expect(await post(fixture, chat, [file], `${text}x`)).toMatchObject({
        kind: 'refused',
        code: 'text_too_long',
        reason: expect.stringContaining(`these are ${(text.length + 1).toLocaleString('en')}`),
      })
      expect(await post(fixture, chat, [fixture.file!(kind)], text)).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(chat)).toHaveLength(1)
    },
    { needs: 'media' },
  )

  story(
    'an unknown handle has its own outcome, so that the file is uploaded again',
    async (fixture) => {
      const chat = await fixture.group()
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const file = fixture.file!(kind)
      const forgotten = { ...file, handle: 'forgotten' }
      expect(await post(fixture, chat, [forgotten])).toMatchObject({ kind: 'handleRefused' })
      expect(await fixture.seen(chat)).toEqual([])
      expect(await post(fixture, chat, [file])).toMatchObject({ kind: 'sent' })
    },
    { needs: 'media' },
  )

  story(
    'a file is brought to the network before it is sent, and its message names it',
    async (fixture) => {
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const { account } = fixture
      const signal = AbortSignal.timeout(10_000)
      const upload = fixture.channel.media!.upload!({ account, file: fixture.file!(kind), signal })
      const uploaded = await upload
      expect(uploaded).toMatchObject({ kind: 'uploaded', handle: expect.any(String) })
      const { handle } = uploaded as typeof uploaded & { kind: 'uploaded' }
      const chat = await fixture.group()
      expect(await fixture.seen(chat)).toEqual([])
      const known = { ...fixture.file!(kind), handle }
      expect(await post(fixture, chat, [known])).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(chat)).toMatchObject([{ media: [kind] }])
      if (fixture.uploads) expect(await fixture.uploads()).toBe(1)
    },
    { needs: 'files ahead' },
  )

  story(
    'a file that cannot be read leaves no doubt: nothing was sent',
    async (fixture) => {
      const chat = await fixture.group()
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const file = fixture.file!(kind)
      const broken = (error: AppError) => ({
        ...file,
        bytes: 200_000,
        open: () => breakingOff(error),
      })
      const away = new AppError('unavailable', 'The place where files are kept does not answer.')
      expect(await post(fixture, chat, [broken(away)])).toMatchObject({
        kind: 'retry',
        scope: 'delivery',
        code: 'media_away',
      })
      expect(await post(fixture, chat, [broken(notFound('file'))])).toMatchObject({
        kind: 'refused',
        code: 'media_gone',
      })
      expect(await fixture.seen(chat)).toEqual([])
    },
    { needs: 'media' },
  )

  story(
    'an album arrives together, with a receipt for each file',
    async (fixture) => {
      const chat = await fixture.group()
      const files = [fixture.file!('photo'), fixture.file!('video'), fixture.file!('photo')]
      const outcome = await post(fixture, chat, files, 'Three')
      expect(outcome).toMatchObject({
        kind: 'sent',
        receipt: { externalIds: files.map(() => expect.any(String)) },
        handles: files.map(() => expect.any(String)),
      })
      expect(await fixture.seen(chat)).toMatchObject([
        { text: 'Three', media: ['photo', 'video', 'photo'] },
      ])
    },
    { needs: 'albums' },
  )

  story(
    'a text goes after the file of its delivery as a message of its own, and both are deleted',
    async (fixture) => {
      const chat = await fixture.group()
      const [kind] = Object.keys(fixture.channel.media!.bytesMax) as [MediaKind]
      const file = await post(fixture, chat, [fixture.file!(kind)])
      const { deliveryId } = file
      const said = { kind: 'text' as const, text: 'The *plan*' }
      const after = await send(fixture, chat, { deliveryId, isAfter: true, content: said })
      expect(after).toMatchObject({ kind: 'sent' })
      const [fileId] = (file as Outcome & { kind: 'sent' }).receipt.externalIds
      const { receipt } = after as Outcome & { kind: 'sent' }
      const [textId] = receipt.externalIds
      expect(textId).not.toBe(fileId)
      const text = fixture.channel.compile(said).text
      expect(await fixture.seen(chat)).toMatchObject([{ text: '', media: [kind] }, { text }])
      if (!fixture.channel.followUps?.delete) return
      const signal = AbortSignal.timeout(10_000)
      const both = { ...receipt, externalIds: [fileId, textId] as const, textId }
      const request = { account: fixture.account, externalId: chat.externalId, receipt: both }
      expect(await removeAll(fixture, { ...request, signal })).toEqual({ kind: 'done' })
      expect(await fixture.seen(chat)).toEqual([])
    },
    { needs: 'media' },
  )

  story(
    'an album is deleted with all its files',
    async (fixture) => {
      const chat = await fixture.group()
      const files = [fixture.file!('photo'), fixture.file!('photo')]
      const { receipt } = (await post(fixture, chat, files, 'Two')) as Outcome & { kind: 'sent' }
      const signal = AbortSignal.timeout(10_000)
      const request = { account: fixture.account, externalId: chat.externalId, receipt, signal }
      const remove = () => removeAll(fixture, request)
      expect(await remove()).toEqual({ kind: 'done' })
      expect(await fixture.seen(chat)).toEqual([])
      expect(await remove()).toEqual({ kind: 'gone' })
    },
    { needs: 'albums' },
  )

  story(
    'files that cannot be in one album are refused at their file, before the network is asked',
    async (fixture) => {
      const chat = await fixture.group()
      const kinds: MediaKind[] = ['photo', 'document']
      expect(fixture.channel.compile(content('', kinds)).refusals).toMatchObject([
        { field: 'media.1', code: 'bad_album' },
      ])
      const files = kinds.map((kind) => fixture.file!(kind))
      expect(await post(fixture, chat, files)).toMatchObject({
        kind: 'refused',
        code: 'bad_album',
      })
      expect(await fixture.seen(chat)).toEqual([])
    },
    { needs: 'albums' },
  )

  story(
    'a group that forbids photos refuses them, and takes texts',
    async (fixture) => {
      const chat = await fixture.group()
      await fixture.forbidKind!(chat, 'photo')
      expect(await post(fixture, chat, [fixture.file!('photo')])).toMatchObject({
        kind: 'refused',
        code: 'kind_forbidden',
        reason: expect.stringMatching(/photos/),
      })
      expect(await send(fixture, chat)).toMatchObject({ kind: 'sent' })
      expect(await fixture.channel.check(fixture.account, chat.externalId)).toMatchObject({
        canPost: true,
        refuses: expect.arrayContaining(['photo']),
      })
    },
    { needs: 'rights by kind' },
  )

  story(
    'a poll arrives with its answers; one with a single answer is refused',
    async (fixture) => {
      const chat = await fixture.group()
      const poll = { question: 'Shall we sing *twice*?', options: ['Yes', 'No'] }
      const asked = { kind: 'poll' as const, text: '', poll }
      expect(await send(fixture, chat, { content: asked })).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(chat)).toMatchObject([{ poll }])
      const single = { ...asked, poll: { ...poll, options: ['Yes'] } }
      expect(fixture.channel.compile(single).refusals).toMatchObject([{ field: 'poll.options' }])
      expect(await send(fixture, chat, { content: single })).toMatchObject({ code: 'bad_poll' })
    },
    { needs: 'polls' },
  )

  story(
    'buttons arrive in their rows; one that leads nowhere safe is refused',
    async (fixture) => {
      const chat = await fixture.group()
      const button = { text: 'Plan', url: 'https://example.org/plan' }
      const said = { kind: 'text' as const, text: 'Look', buttons: [[button, button], [button]] }
      expect(await send(fixture, chat, { content: said })).toMatchObject({ kind: 'sent' })
      expect(await fixture.seen(chat)).toMatchObject([{ text: 'Look', buttons: said.buttons }])
      const unsafe = { ...said, buttons: [[{ ...button, url: 'http://example.org' }]] }
      expect(fixture.channel.compile(unsafe).refusals).toMatchObject([
        { field: 'buttons.0.0.url', code: 'bad_button' },
      ])
    },
    { needs: 'buttons' },
  )
}

const content = (text: string, kinds: readonly MediaKind[]) => ({
  kind: kinds.length > 1 ? ('album' as const) : ('media' as const),
  text,
  media: kinds.map((kind, index) => ({ mediaId: `file-${index}`, kind })),
})

let posted = 1

/** Sends files with a text. */
async function post(fixture: Fixture, chat: ChatRef, files: SendFile[], text = '') {
  const said = content(
    text,
    files.map(({ kind }) => kind),
  )
  const deliveryId = `0197a000-0000-7000-8000-${String(++posted).padStart(12, '0')}`
  const outcome = await send(fixture, chat, { deliveryId, content: said, files })
  const handles =
    outcome.kind === 'sent' ? (outcome.handles ?? files.map(({ handle }) => handle)) : undefined
  return { ...outcome, handles, deliveryId }
}

/** Deletes all messages of a delivery, in as many calls as the channel needs. */
async function removeAll(fixture: Fixture, request: FollowUpRequest): Promise<FollowUpOutcome> {
  const outcome = await fixture.channel.followUps!.delete!(request)
  const isMore = outcome.kind === 'retry' && outcome.waitMs === 0
  return isMore ? removeAll(fixture, request) : outcome
}

/** A file that fails after its first bytes. */
function breakingOff(error: AppError): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000)
      throw error
    })(),
    { objectMode: false },
  )
}
