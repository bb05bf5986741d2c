import { inspect } from 'node:util'
import { expect } from 'vitest'
import { listen } from './listen.ts'
import { send, type Story } from './fixture.ts'

/** The events of an open session. */
export function sessions(story: Story): void {
  story('a session tells that its account was refused', async (fixture) => {
    const events = listen(fixture)
    await events.next((event) => event.kind === 'status' && event.status === 'connected')
    await fixture.revoke()
    expect(await events.next((event) => event.kind === 'accountLost')).toMatchObject({
      code: 'unauthorized',
    })
  })

  story('a group that removed us is lost, and so it is told', async (fixture) => {
    const chat = await fixture.group()
    const events = listen(fixture)
    await fixture.remove(chat)
    expect(await events.next((event) => event.kind === 'chat' && event.chat.lost)).toMatchObject({
      chat: { externalId: chat.externalId, lost: true, code: 'kicked' },
    })
    expect(await send(fixture, chat)).toMatchObject({ kind: 'groupLost', code: 'kicked' })
    expect(await fixture.channel.check(fixture.account, chat.externalId)).toMatchObject({
      lost: true,
    })
  })

  story(
    'a group that moved names its new id everywhere',
    async (fixture) => {
      const chat = await fixture.group()
      const events = listen(fixture)
      const moved = await fixture.migrate!(chat)
      expect(await events.next((event) => event.kind === 'migrated')).toEqual({
        kind: 'migrated',
        from: chat.externalId,
        to: moved.externalId,
      })
      expect(await send(fixture, chat)).toEqual({ kind: 'retarget', externalId: moved.externalId })
      expect(await fixture.channel.check(fixture.account, chat.externalId)).toMatchObject({
        externalId: moved.externalId,
        lost: false,
      })
      expect(await send(fixture, moved)).toMatchObject({ kind: 'sent' })
    },
    { needs: 'groups that move' },
  )

  story(
    'a code that an admin posts is told, with who posted it',
    async (fixture) => {
      const events = listen(fixture)
      const code = 'Zm9vYmFyYmF6cXV4MTIzNA'
      const chat = await fixture.linkGroup!(code)
      const event = await events.next((event) => event.kind === 'linkCode')
      expect(event).toEqual({
        kind: 'linkCode',
        code,
        externalId: chat.externalId,
        personId: chat.adminId,
        title: chat.title,
      })
      const { account } = fixture
      const proof = fixture.channel.proof!
      expect(await proof.isAdmin(account, chat.externalId, chat.adminId)).toBe(true)
      const member = await fixture.memberOf!(chat)
      expect(await proof.isAdmin(account, chat.externalId, member)).toBe(false)
    },
    { needs: 'proof' },
  )

  story('a new title is told', async (fixture) => {
    const chat = await fixture.group()
    const events = listen(fixture)
    await fixture.rename(chat, 'Another name')
    expect(await events.next((event) => event.kind === 'renamed')).toMatchObject({
      externalId: chat.externalId,
      title: 'Another name',
    })
  })

  story('a title is told without what no database can keep', async (fixture) => {
    const chat = await fixture.group()
    const events = listen(fixture)
    await fixture.rename(chat, 'Cho\0ir \ud83d')
    expect(await events.next((event) => event.kind === 'renamed')).toMatchObject({
      title: 'Choir \ufffd',
    })
  })

  story('what was handled is not told again after a restart', async (fixture) => {
    const chat = await fixture.group()
    const first = listen(fixture)
    await fixture.rename(chat, 'First')
    await first.next((event) => event.kind === 'renamed')
    await first.kept()
    await first.close()

    const second = listen(fixture, first.offset())
    await fixture.rename(chat, 'Second')
    await second.next((event) => event.kind === 'renamed' && event.title === 'Second')
    expect(second.all().filter((event) => event.kind === 'renamed')).toHaveLength(1)
  })

  story('credentials are never logged, whatever goes wrong', async (fixture) => {
    const chat = await fixture.group()
    const events = listen(fixture)
    await events.next((event) => event.kind === 'status')
    await fixture.loseAnswer()
    await send(fixture, chat)
    const gone = await fixture.unreachable()
    await send({ ...fixture, channel: gone }, chat)
    const failed: unknown = await gone
      .check(fixture.account, chat.externalId)
      .catch((error: unknown) => error)
    await fixture.revoke()
    await events.next((event) => event.kind === 'accountLost')
    const secret = fixture.account.credentials.split(':').at(-1)!
    expect(secret.length).toBeGreaterThan(20)
    expect(fixture.logged()).not.toContain(secret)
    expect(JSON.stringify(events.all())).not.toContain(secret)
    expect(inspect(failed, { depth: Infinity, showHidden: true })).not.toContain(secret)
  })
}
