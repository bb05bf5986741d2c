import { expect } from 'vitest'
import type { Identity } from '../port/account.ts'
import type { PairingSession, PairingStep, PairingWay } from '../port/pairing.ts'
import { listen } from './listen.ts'
import type { Fixture, Story } from './fixture.ts'

/** How an account is connected, and which chats it finds. */
export function pairing(story: Story): void {
  story(
    'a good token says whose it is, a bad one is refused at its field',
    async (fixture) => {
      const { account } = fixture
      const token = fixture.channel.pairing.token!
      const { externalId, identity, username, name } = account
      expect(await token.identify(account.credentials)).toEqual({
        externalId,
        identity,
        username,
        name,
      })
      expect(token.accountIdIn(account.credentials)).toBe(externalId)

      await fixture.revoke()
      await expect(token.identify(account.credentials)).rejects.toMatchObject({
        code: 'invalid',
        extra: { details: [{ path: 'token' }] },
      })
      await expect(token.identify('nonsense')).rejects.toMatchObject({ code: 'invalid' })
    },
    { needs: 'token' },
  )

  story(
    'a person who follows the steps is paired, whichever way they begin',
    async (fixture) => {
      const { ways } = fixture.channel.pairing.steps!
      expect(ways).not.toHaveLength(0)
      for (const way of ways) {
        const { steps, paired } = await pair(fixture, way)
        expect(steps).not.toHaveLength(0)
        const account = { ...fixture.account, ...paired.identity, credentials: paired.credentials }
        const events = listen({ ...fixture, account })
        await events.next((event) => event.kind === 'status' && event.status === 'connected')
        await events.close()
      }
    },
    { needs: 'steps' },
  )

  story(
    'an answer that makes no sense is refused at its field, and the step stays',
    async (fixture) => {
      const steps: PairingStep[] = []
      const session = fixture.channel.pairing.steps!.begin('phone', {
        step: (step) => steps.push(step),
        paired: () => expect.unreachable(),
        failed: (reason) => expect.unreachable(reason),
      })
      await expect(session.give({ kind: 'phone', phone: 'nonsense' })).rejects.toMatchObject({
        code: 'invalid',
        extra: { details: [{ path: 'phone' }] },
      })
      expect(steps).toEqual([{ kind: 'phone' }])
      await session.close()
    },
    { needs: 'pairing by phone' },
  )

  story(
    'all chats are listed that the account is in',
    async (fixture) => {
      const [stays, gone] = [await fixture.group(), await fixture.group()]
      await fixture.remove(gone)
      const listed = await fixture.channel.list!(fixture.account)
      const there = listed.filter(({ lost }) => !lost).map(({ externalId }) => externalId)
      expect(there).toEqual([stays.externalId])
    },
    { needs: 'list' },
  )
}

type Paired = { identity: Identity; credentials: string }

/** Begins a pairing and does every step as a person does, until the account is paired. */
async function pair(fixture: Fixture, way: PairingWay) {
  const steps: PairingStep[] = []
  const done = Promise.withResolvers<Paired>()
  const begun = Promise.withResolvers<PairingSession>()
  const follow = async (step: PairingStep) => fixture.follow!(step, await begun.promise)
  const session = fixture.channel.pairing.steps!.begin(way, {
    step(step) {
      steps.push(step)
      follow(step).catch(done.reject)
    },
    paired: done.resolve,
    failed: (reason) => done.reject(new Error(reason)),
  })
  begun.resolve(session)
  const paired = await done.promise
  await session.close()
  return { steps, paired }
}
