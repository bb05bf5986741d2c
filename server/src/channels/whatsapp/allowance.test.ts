import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../../../sandbox/src/testing.ts'
import { openWhatsapp, openWhatsappFixture } from '../../../test/whatsapp.ts'
import { send } from '../conformance/fixture.ts'
import { allowanceOf } from './allowance.ts'

test('a number begins with twenty messages a day and has all five hundred after three weeks', () => {
  const { most, warmUpDays } = allowanceOf()
  expect([1, 2, 3, 5, 8, 11, 14, 15, 19, 21, 22, 400].map(most)).toEqual([
    20, 20, 40, 80, 120, 200, 200, 300, 400, 400, 500, 500,
  ])
  expect(warmUpDays).toBe(21)
  const days = Array.from({ length: 30 }, (_, n) => most(n + 1))
  expect(days).toEqual(days.toSorted((a, b) => a - b))
})

test('where an operator allows less, all of it is less, and never nothing', () => {
  expect([1, 8, 22].map(allowanceOf(100).most)).toEqual([4, 24, 100])
  expect(allowanceOf(5).most(1)).toBe(1)
})

test('what a number has sent counts once, however often it was tried, what was refused does not, and an album as its files', async () => {
  const sandbox = await startSandbox({ whatsapp: true, fork: true })
  onTestFinished(() => sandbox.stop())
  const setup = await openWhatsapp(sandbox)
  onTestFinished(() => setup.close())
  const fixture = await openWhatsappFixture(setup)
  onTestFinished(() => fixture.close())
  const chat = await fixture.group()
  const idOf = (n: number) => `0197a000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const say = (n: number) =>
    send(fixture, chat, {
      deliveryId: idOf(n),
      content: { kind: 'text', text: `Text ${n}` },
    })
  const used = async (since: Date) =>
    (
      await fixture.channel.allowance!.used(
        { db: setup.db },
        new Map([[fixture.account.id, since]]),
      )
    ).get(fixture.account.id)
  const before = new Date()
  expect(await used(before)).toBe(0)
  await say(1)
  await fixture.loseAnswer()
  expect(await say(2)).toMatchObject({ kind: 'unconfirmed' })
  expect(await used(before)).toBe(2)
  expect(await say(2)).toMatchObject({ kind: 'sent' })
  await sandbox.whatsapp.faults({ on: 'message', groupId: chat.externalId, does: 420 })
  expect(await say(3)).toMatchObject({ kind: 'refused' })
  expect(await used(before)).toBe(2)
  expect(await used(new Date(Date.now() + 1_000))).toBe(0)
  const ids = [1, 2, 3, 4].map(idOf)
  const { account, channel } = fixture
  expect(await channel.allowance!.counted({ db: setup.db }, account.id, ids)).toEqual(
    new Set(ids.slice(0, 2)),
  )
  const files = (['photo', 'video', 'photo'] as const).map((kind) => fixture.file!(kind))
  const media = files.map(({ kind }, at) => ({ mediaId: `file-${at}`, kind }))
  const content = { kind: 'album' as const, text: 'Three', media }
  expect(await send(fixture, chat, { deliveryId: idOf(4), content, files })).toMatchObject({
    kind: 'sent',
  })
  // Members do not see what announces an album.
  expect(await used(before)).toBe(5)
}, 60_000)
