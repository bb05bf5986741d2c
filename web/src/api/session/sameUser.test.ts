import { expect, test } from 'vitest'
import { whileSameUser } from './sameUser.ts'
import type { SessionState } from './session.ts'
import { adasProfile } from './testIdentity.ts'

const ada: SessionState = { status: 'signed-in', user: adasProfile }

/** A session that is Ada's, and how it becomes another one. */
function signUpAda() {
  let state: SessionState = ada
  const listeners = new Set<() => void>()
  const session = {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return { session, become }
}

test('what is waited for in a session ends with it, not with a newer profile', () => {
  const { session, become } = signUpAda()
  const { signal, stop } = whileSameUser(session)
  become({ ...ada, lapsed: true })
  become({ status: 'signed-in', user: { ...adasProfile, displayName: 'Ada Lovelace' } })
  expect(signal.aborted).toBe(false)
  become({ status: 'signed-out' })
  expect(signal.aborted).toBe(true)
  stop()
})

test('who waits for a session that has lapsed goes on when the person is back, or is gone', async () => {
  for (const next of [ada, { status: 'signed-out' } as const]) {
    const { session, become } = signUpAda()
    const { back, stop } = whileSameUser(session)
    await back()
    become({ ...ada, lapsed: true })
    let waits = true
    const goesOn = back().then(() => (waits = false))
    await Promise.resolve()
    expect(waits).toBe(true)
    become(next)
    await goesOn
    stop()
  }
})
