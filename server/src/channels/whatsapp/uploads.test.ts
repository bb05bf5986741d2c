import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { whatsappStories, type WhatsappFixture } from '../../../test/whatsapp-stories.ts'
import { send } from '../conformance/fixture.ts'

const { openFixture } = whatsappStories()

/** A file that gives nothing until it is told to; `opens` counts how often it was read. */
function slowFile(fixture: WhatsappFixture, mediaId: string) {
  const photo = fixture.file!('photo')
  const bytes = new PassThrough()
  const opened = Promise.withResolvers<void>()
  const slow = {
    opens: 0,
    opened: opened.promise,
    give: () => photo.open().pipe(bytes),
    file: {
      ...photo,
      mediaId,
      open() {
        slow.opens += 1
        opened.resolve()
        return bytes
      },
    },
  }
  return slow
}

const PATIENT = { timeout: 60_000 }

const photosOf = (...files: { mediaId: string }[]) => ({
  kind: files.length > 1 ? ('album' as const) : ('media' as const),
  text: 'Slow',
  media: files.map(({ mediaId }) => ({ mediaId, kind: 'photo' as const })),
})

test('what a try has brought when its time is up is named by the next one, which goes on from there', async () => {
  const fixture = await openFixture()
  const chat = await fixture.group()
  const [quick, slow] = [{ ...fixture.file!('photo'), mediaId: 'quick' }, slowFile(fixture, 'slow')]
  const end = new AbortController()
  const content = photosOf(quick, slow.file)
  const files = [quick, slow.file]
  const trying = send(fixture, chat, { content, files, signal: end.signal })
  await slow.opened
  end.abort()
  const outcome = await trying
  expect(outcome).toMatchObject({ kind: 'retry', handles: [expect.any(String), undefined] })
  slow.give()
  const unread = () => {
    throw new Error('It was brought before.')
  }
  const known = { ...quick, handle: outcome.handles![0]!, open: unread }
  expect(await send(fixture, chat, { content, files: [known, slow.file] })).toMatchObject({
    kind: 'sent',
    handles: [known.handle, expect.any(String)],
  })
  expect(slow.opens).toBe(1)
})

test(
  'two files at a time are brought for all accounts; the next one keeps its place without a try',
  PATIENT,
  async () => {
    const stages = [await openFixture(), await openFixture(), await openFixture()]
    const slow = stages.map((fixture, n) => slowFile(fixture, `slow-${n}`))
    const posts = await Promise.all(
      stages.map(async (fixture, n) => {
        const chat = await fixture.group()
        const { file } = slow[n]!
        return (signal: AbortSignal) =>
          send(fixture, chat, {
            content: photosOf(file),
            files: [file],
            signal,
          })
      }),
    )
    const patient = AbortSignal.timeout(60_000)
    const first = [posts[0]!(patient), posts[1]!(patient)]
    await Promise.all([slow[0]!.opened, slow[1]!.opened])
    // It is answered at once, so that its account sends other things meanwhile.
    expect(await posts[2]!(patient)).toMatchObject({ kind: 'retry', code: 'busy', waitMs: 20_000 })
    expect(slow[2]!.opens).toBe(0)
    slow[0]!.give()
    await slow[2]!.opened
    for (const { give } of slow.slice(1)) give()
    for (const sent of [...first, posts[2]!(patient)])
      expect(await sent).toMatchObject({ kind: 'sent' })
    expect(slow.map(({ opens }) => opens)).toEqual([1, 1, 1])
  },
)

test(
  'a file that goes ahead of its message keeps none waiting that is due, and is not brought again for it',
  PATIENT,
  async () => {
    const fixture = await openFixture()
    const chat = await fixture.group()
    const { account, channel } = fixture
    const signal = AbortSignal.timeout(60_000)
    const [ahead, due] = [slowFile(fixture, 'ahead'), slowFile(fixture, 'due')]
    const bring = (file: typeof ahead.file) => channel.media!.upload!({ account, file, signal })
    const post = ({ file }: typeof ahead) =>
      send(fixture, chat, { content: photosOf(file), files: [file], signal })

    const bringing = bring(ahead.file)
    await ahead.opened
    const sending = post(due)
    await due.opened
    // Something is due, so nothing more goes ahead.
    expect(await bring(slowFile(fixture, 'later').file)).toMatchObject({
      kind: 'retry',
      code: 'busy',
    })
    due.give()
    expect(await sending).toMatchObject({ kind: 'sent' })
    ahead.give()
    expect(await bringing).toMatchObject({ kind: 'uploaded' })
    // Its message was read before it was written down what the file is called.
    const message = {
      deliveryId: '0197a000-0000-7000-8000-00000000a4ea',
      content: photosOf(ahead.file),
      files: [ahead.file],
      signal,
    }
    expect(await send(fixture, chat, message)).toMatchObject({ kind: 'sent' })
    expect(ahead.opens).toBe(1)
  },
)
