import { inspect } from 'node:util'
import { expect } from 'vitest'
import { listen } from './listen.ts'
import { send, type Story } from './stage.ts'

/** What an open session tells. */
export function sessions(story: Story): void {
  story('a session tells that its account was refused', async (stage) => {
    const told = listen(stage)
    await told.next((event) => event.kind === 'status' && event.status === 'connected')
    await stage.revoke()
    expect(await told.next((event) => event.kind === 'accountLost')).toMatchObject({
      code: 'unauthorized',
    })
  })

  story('a group that removed us is lost, and so it is told', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await stage.remove(place)
    expect(await told.next((event) => event.kind === 'chat' && event.chat.lost)).toMatchObject({
      chat: { externalId: place.externalId, lost: true, code: 'kicked' },
    })
    expect(await send(stage, place)).toMatchObject({ kind: 'groupLost', code: 'kicked' })
    expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({ lost: true })
  })

  story(
    'a group that moved names its new id everywhere',
    async (stage) => {
      const place = await stage.group()
      const told = listen(stage)
      const moved = await stage.migrate!(place)
      expect(await told.next((event) => event.kind === 'migrated')).toEqual({
        kind: 'migrated',
        from: place.externalId,
        to: moved.externalId,
      })
      expect(await send(stage, place)).toEqual({ kind: 'retarget', externalId: moved.externalId })
      expect(await stage.channel.check(stage.account, place.externalId)).toMatchObject({
        externalId: moved.externalId,
        lost: false,
      })
      expect(await send(stage, moved)).toMatchObject({ kind: 'sent' })
    },
    'groups that move',
  )

  story(
    'a code that an admin posts is told, with who posted it',
    async (stage) => {
      const told = listen(stage)
      const code = 'Zm9vYmFyYmF6cXV4MTIzNA'
      const place = await stage.linkGroup!(code)
      const event = await told.next((event) => event.kind === 'linkCode')
      expect(event).toEqual({
        kind: 'linkCode',
        code,
        externalId: place.externalId,
        personId: place.adminId,
        title: place.title,
      })
      const { account } = stage
      const proof = stage.channel.proof!
      expect(await proof.isAdmin(account, place.externalId, place.adminId)).toBe(true)
      const member = await stage.memberOf!(place)
      expect(await proof.isAdmin(account, place.externalId, member)).toBe(false)
    },
    'proof',
  )

  story('a new title is told', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await stage.rename(place, 'Another name')
    expect(await told.next((event) => event.kind === 'renamed')).toMatchObject({
      externalId: place.externalId,
      title: 'Another name',
    })
  })

  story('a title is told without what no database can keep', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await stage.rename(place, 'Cho\0ir \ud83d')
    expect(await told.next((event) => event.kind === 'renamed')).toMatchObject({
      title: 'Choir \ufffd',
    })
  })

  story('what was handled is not told again after a restart', async (stage) => {
    const place = await stage.group()
    const first = listen(stage)
    await stage.rename(place, 'First')
    await first.next((event) => event.kind === 'renamed')
    await first.kept()
    await first.close()

    const second = listen(stage, first.offset())
    await stage.rename(place, 'Second')
    await second.next((event) => event.kind === 'renamed' && event.title === 'Second')
    expect(second.all().filter((event) => event.kind === 'renamed')).toHaveLength(1)
  })

  story('credentials are never logged, whatever goes wrong', async (stage) => {
    const place = await stage.group()
    const told = listen(stage)
    await told.next((event) => event.kind === 'status')
    await stage.loseAnswer()
    await send(stage, place)
    const gone = await stage.unreachable()
    await send({ ...stage, channel: gone }, place)
    const failed: unknown = await gone
      .check(stage.account, place.externalId)
      .catch((error: unknown) => error)
    await stage.revoke()
    await told.next((event) => event.kind === 'accountLost')
    const secret = stage.account.credentials.split(':').at(-1)!
    expect(secret.length).toBeGreaterThan(20)
    expect(stage.logged()).not.toContain(secret)
    expect(JSON.stringify(told.all())).not.toContain(secret)
    expect(inspect(failed, { depth: Infinity, showHidden: true })).not.toContain(secret)
  })
}
