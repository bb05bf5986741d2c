import { Readable } from 'node:stream'
import type { MediaKind } from '@carillon/contract/media'
import { expect } from 'vitest'
import { AppError, notFound } from '../../platform/errors.ts'
import type { FollowUpOutcome, FollowUpRequest } from '../port/follow-ups.ts'
import type { Outcome, SendFile } from '../port/sending.ts'
import { send, type Place, type Stage, type Story } from './stage.ts'

/** What is more than text: files, albums, polls and buttons. */
export function media(story: Story): void {
  story(
    'a file arrives with its text, and later sends name it instead of bringing it again',
    async (stage) => {
      const place = await stage.group()
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const first = await post(stage, place, [stage.file!(kind)], 'From *Sunday*')
      expect(first).toMatchObject({ kind: 'sent', receipt: { externalIds: [expect.any(String)] } })
      const handle = first.handles?.[0]
      expect(handle).toEqual(expect.any(String))
      const again = await post(stage, place, [{ ...stage.file!(kind), handle: handle! }], '')
      expect(again).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(place)).toMatchObject([
        { text: stage.channel.compile(content('From *Sunday*', [kind])).text, media: [kind] },
        { text: '', media: [kind] },
      ])
      // Where the network can be asked how often.
      if (stage.uploads) expect(await stage.uploads()).toBe(1)
    },
    'media',
  )

  story(
    'each kind of file arrives as what it is',
    async (stage) => {
      const place = await stage.group()
      const kinds = Object.keys(stage.channel.media!.bytesMax) as MediaKind[]
      for (const kind of kinds) {
        expect(await post(stage, place, [stage.file!(kind)])).toMatchObject({ kind: 'sent' })
      }
      expect((await stage.seen(place)).map((one) => one.media)).toEqual(kinds.map((one) => [one]))
    },
    'media',
  )

  story(
    'a text with a file may be shorter than one alone, and is refused before it is asked',
    async (stage) => {
      const place = await stage.group()
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const text = 'x'.repeat(stage.channel.capabilities.captionMax)
      const file = stage.file!(kind)
      expect(await post(stage, place, [file], `${text}x`)).toMatchObject({
        kind: 'refused',
        code: 'text_too_long',
        reason: expect.stringContaining(`these are ${(text.length + 1).toLocaleString('en')}`),
      })
      expect(await post(stage, place, [stage.file!(kind)], text)).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(place)).toHaveLength(1)
    },
    'media',
  )

  story(
    'an unknown handle has its own outcome, so that the file is uploaded again',
    async (stage) => {
      const place = await stage.group()
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const file = stage.file!(kind)
      const forgotten = { ...file, handle: 'forgotten' }
      expect(await post(stage, place, [forgotten])).toMatchObject({ kind: 'handleRefused' })
      expect(await stage.seen(place)).toEqual([])
      expect(await post(stage, place, [file])).toMatchObject({ kind: 'sent' })
    },
    'media',
  )

  story(
    'a file is brought to the network before it is sent, and its message names it',
    async (stage) => {
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const { account } = stage
      const signal = AbortSignal.timeout(10_000)
      const upload = stage.channel.media!.upload!({ account, file: stage.file!(kind), signal })
      const uploaded = await upload
      expect(uploaded).toMatchObject({ kind: 'uploaded', handle: expect.any(String) })
      const { handle } = uploaded as typeof uploaded & { kind: 'uploaded' }
      const place = await stage.group()
      expect(await stage.seen(place)).toEqual([])
      const known = { ...stage.file!(kind), handle }
      expect(await post(stage, place, [known])).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(place)).toMatchObject([{ media: [kind] }])
      if (stage.uploads) expect(await stage.uploads()).toBe(1)
    },
    'files ahead',
  )

  story(
    'a file that cannot be read leaves no doubt: nothing was sent',
    async (stage) => {
      const place = await stage.group()
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const file = stage.file!(kind)
      const broken = (error: AppError) => ({
        ...file,
        bytes: 200_000,
        open: () => breakingOff(error),
      })
      const away = new AppError('unavailable', 'The place where files are kept does not answer.')
      expect(await post(stage, place, [broken(away)])).toMatchObject({
        kind: 'retry',
        scope: 'delivery',
        code: 'media_away',
      })
      expect(await post(stage, place, [broken(notFound('file'))])).toMatchObject({
        kind: 'refused',
        code: 'media_gone',
      })
      expect(await stage.seen(place)).toEqual([])
    },
    'media',
  )

  story(
    'an album arrives together, with a receipt for each file',
    async (stage) => {
      const place = await stage.group()
      const files = [stage.file!('photo'), stage.file!('video'), stage.file!('photo')]
      const outcome = await post(stage, place, files, 'Three')
      expect(outcome).toMatchObject({
        kind: 'sent',
        receipt: { externalIds: files.map(() => expect.any(String)) },
        handles: files.map(() => expect.any(String)),
      })
      expect(await stage.seen(place)).toMatchObject([
        { text: 'Three', media: ['photo', 'video', 'photo'] },
      ])
    },
    'albums',
  )

  story(
    'a text goes after the file of its delivery as a message of its own, and both are deleted',
    async (stage) => {
      const place = await stage.group()
      const [kind] = Object.keys(stage.channel.media!.bytesMax) as [MediaKind]
      const file = await post(stage, place, [stage.file!(kind)])
      const { deliveryId } = file
      const said = { kind: 'text' as const, text: 'The *plan*' }
      const after = await send(stage, place, { deliveryId, isAfter: true, content: said })
      expect(after).toMatchObject({ kind: 'sent' })
      const [fileId] = (file as Outcome & { kind: 'sent' }).receipt.externalIds
      const { receipt } = after as Outcome & { kind: 'sent' }
      const [textId] = receipt.externalIds
      expect(textId).not.toBe(fileId)
      const text = stage.channel.compile(said).text
      expect(await stage.seen(place)).toMatchObject([{ text: '', media: [kind] }, { text }])
      if (!stage.channel.followUps?.delete) return
      const signal = AbortSignal.timeout(10_000)
      const both = { ...receipt, externalIds: [fileId, textId] as const, textId }
      const request = { account: stage.account, externalId: place.externalId, receipt: both }
      expect(await removeAll(stage, { ...request, signal })).toEqual({ kind: 'done' })
      expect(await stage.seen(place)).toEqual([])
    },
    'media',
  )

  story(
    'an album is deleted with all its files',
    async (stage) => {
      const place = await stage.group()
      const files = [stage.file!('photo'), stage.file!('photo')]
      const { receipt } = (await post(stage, place, files, 'Two')) as Outcome & { kind: 'sent' }
      const signal = AbortSignal.timeout(10_000)
      const request = { account: stage.account, externalId: place.externalId, receipt, signal }
      const remove = () => removeAll(stage, request)
      expect(await remove()).toEqual({ kind: 'done' })
      expect(await stage.seen(place)).toEqual([])
      expect(await remove()).toEqual({ kind: 'gone' })
    },
    'albums',
  )

  story(
    'files that cannot be in one album are refused at their file, before the network is asked',
    async (stage) => {
      const place = await stage.group()
      const kinds: MediaKind[] = ['photo', 'document']
      expect(stage.channel.compile(content('', kinds)).refusals).toMatchObject([
        { field: 'media.1', code: 'bad_album' },
      ])
      const files = kinds.map((kind) => stage.file!(kind))
      expect(await post(stage, place, files)).toMatchObject({
        kind: 'refused',
        code: 'bad_album',
      })
      expect(await stage.seen(place)).toEqual([])
    },
    'albums',
  )

  story(
    'a group that forbids photos refuses them, and takes texts',
    async (stage) => {
      const place = await stage.group()
      await stage.forbidKind!(place, 'photo')
      expect(await post(stage, place, [stage.file!('photo')])).toMatchObject({
        kind: 'refused',
        code: 'kind_forbidden',
        reason: expect.stringMatching(/photos/),
      })
      expect(await send(stage, place)).toMatchObject({ kind: 'sent' })
      expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({
        canPost: true,
        refuses: expect.arrayContaining(['photo']),
      })
    },
    'rights by kind',
  )

  story(
    'a poll arrives with its answers; one with a single answer is refused',
    async (stage) => {
      const place = await stage.group()
      const poll = { question: 'Shall we sing *twice*?', options: ['Yes', 'No'] }
      const asked = { kind: 'poll' as const, text: '', poll }
      expect(await send(stage, place, { content: asked })).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(place)).toMatchObject([{ poll }])
      const single = { ...asked, poll: { ...poll, options: ['Yes'] } }
      expect(stage.channel.compile(single).refusals).toMatchObject([{ field: 'poll.options' }])
      expect(await send(stage, place, { content: single })).toMatchObject({ code: 'bad_poll' })
    },
    'polls',
  )

  story(
    'buttons arrive in their rows; one that leads nowhere safe is refused',
    async (stage) => {
      const place = await stage.group()
      const button = { text: 'Plan', url: 'https://example.org/plan' }
      const said = { kind: 'text' as const, text: 'Look', buttons: [[button, button], [button]] }
      expect(await send(stage, place, { content: said })).toMatchObject({ kind: 'sent' })
      expect(await stage.seen(place)).toMatchObject([{ text: 'Look', buttons: said.buttons }])
      const unsafe = { ...said, buttons: [[{ ...button, url: 'http://example.org' }]] }
      expect(stage.channel.compile(unsafe).refusals).toMatchObject([
        { field: 'buttons.0.0.url', code: 'bad_button' },
      ])
    },
    'buttons',
  )
}

const content = (text: string, kinds: readonly MediaKind[]) => ({
  kind: kinds.length > 1 ? ('album' as const) : ('media' as const),
  text,
  media: kinds.map((kind, place) => ({ mediaId: `file-${place}`, kind })),
})

let posted = 1

/** Sends files with a text. */
async function post(stage: Stage, place: Place, files: SendFile[], text = '') {
  const said = content(
    text,
    files.map(({ kind }) => kind),
  )
  const deliveryId = `0197a000-0000-7000-8000-${String(++posted).padStart(12, '0')}`
  const outcome = await send(stage, place, { deliveryId, content: said, files })
  const handles =
    outcome.kind === 'sent' ? (outcome.handles ?? files.map(({ handle }) => handle)) : undefined
  return { ...outcome, handles, deliveryId }
}

/** Deletes all messages of a delivery, in as many turns as the channel takes for them. */
async function removeAll(stage: Stage, request: FollowUpRequest): Promise<FollowUpOutcome> {
  const outcome = await stage.channel.followUps!.delete!(request)
  const isMore = outcome.kind === 'retry' && outcome.waitMs === 0
  return isMore ? removeAll(stage, request) : outcome
}

/** A file of which the first bytes can be read. */
function breakingOff(error: AppError): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.alloc(100_000)
      throw error
    })(),
    { objectMode: false },
  )
}
