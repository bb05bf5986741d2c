import { createUser } from '@carillon/contract/users'
import { expect, test } from 'vitest'
import { makeCall } from '../../api/makeCall.ts'
import { testServer } from '../../api/testServer.ts'
import { openCreation } from './creation.ts'

const made = { status: 201, body: { data: { name: 'Bell' } } }
const refused = { status: 400, body: { error: { code: 'invalid', message: 'No.', details: [] } } }

/** What a person reads while nobody knows. */
const LOST = /^The server /

type Answer = Parameters<typeof testServer>[0] extends (...all: never[]) => infer A ? A : never

/** A form, and a server that answers it one after the other. */
async function open(...answers: Answer[]) {
  const server = await testServer(() => answers.shift() ?? made)
  const call = makeCall({ getToken: async () => 'token' }, server.origin)
  let kept: unknown
  const changes: string[] = []
  let fails = false
  let typedSince = false
  const make = openCreation<string, unknown>(
    {
      read: () => kept,
      write: (tried) => void (kept = tried),
      refused: () => {},
      typedSince: () => typedSince,
    },
    {
      create: (displayName, once) => call(createUser, { body: { displayName } }, { once }),
      async change(_, name) {
        if (fails) throw new Error('The server is away.')
        return changes.push(name)
      },
    },
  )
  return {
    create: (name: string) => make(name, 'go'),
    /** Whether the form is no longer as it was when its button was pressed. */
    typeSince: (whether: boolean) => void (typedSince = whether),
    /** What the thing was changed to. */
    changes,
    /** Whether changes fail from now on. */
    failChanges: (whether: boolean) => void (fails = whether),
    /** What the server was asked to make, each with the number of its key. */
    asked() {
      const keys = [...new Set(server.asked.map(({ headers }) => headers['idempotency-key']))]
      return server.asked.map(({ headers, body }) => [
        JSON.parse(body).displayName,
        keys.indexOf(headers['idempotency-key']),
      ])
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test.each<[string, Answer]>([
  ['no answer came', 'hang up'],
  ['a proxy answered for the server', { status: 504, body: '<html>' }],
  ['the answer was cut off', { status: 201 }],
])('what is typed after %s changes what the first try made', async (_, lost) => {
  await using form = await open(lost)
  await expect(form.create('First')).rejects.toThrow(LOST)
  await form.create('Second')
  expect(form.changes).toEqual(['Second'])
  await form.create('Third')
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
    ['Third', 1],
  ])
})

test('what is typed while a try is answered changes what it made, also after a reload', async () => {
  await using form = await open()
  form.typeSince(true)
  await form.create('First')
  // The page is loaded anew, and knows only what is stored.
  form.typeSince(false)
  await form.create('Second')
  expect(form.changes).toEqual(['Second'])
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
  ])
})

test('the same again after a lost answer is what was asked for', async () => {
  await using form = await open('hang up')
  await expect(form.create('First')).rejects.toThrow(LOST)
  await form.create('First')
  expect(form.changes).toEqual([])
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
  ])
})

test('a try that turns out to be refused has made nothing, and the next one is made', async () => {
  await using form = await open('hang up', refused)
  await expect(form.create('First')).rejects.toThrow(LOST)
  await form.create('Second')
  expect(form.changes).toEqual([])
  expect(form.asked()).toEqual([
    ['First', 0],
    ['First', 0],
    ['Second', 1],
  ])
})

test('what could not be changed to what is typed is found again', async () => {
  await using form = await open('hang up')
  await expect(form.create('First')).rejects.toThrow(LOST)
  form.failChanges(true)
  await expect(form.create('Second')).rejects.toThrow(LOST)
  form.failChanges(false)
  await form.create('Second')
  expect(form.changes).toEqual(['Second'])
  expect(form.asked()).toEqual(Array.from({ length: 3 }, () => ['First', 0]))
})

const known = {
  status: 409,
  body: { error: { code: 'conflict', message: 'The server knows it.' } },
}

test('while nobody knows, nothing else is made: also where the server knows only that it was asked', async () => {
  await using form = await open('hang up', 'hang up', known)
  for (const name of ['First', 'Second', 'Third']) {
    await expect(form.create(name)).rejects.toThrow(LOST)
  }
  expect(form.asked()).toEqual(Array.from({ length: 3 }, () => ['First', 0]))
})

test('an attempt that a sign-out ends keeps its key, and only a refusal gives it up', async () => {
  let stored: unknown
  let refusals = 0
  const failing = (error: unknown) => async () => {
    throw error
  }
  const fails = (error: unknown) =>
    openCreation<string, unknown>(
      {
        read: () => stored,
        write: (tried) => void (stored = tried),
        refused: () => void (refusals += 1),
        typedSince: () => false,
      },
      { create: failing(error), change: async () => undefined },
    )('First', 'go')
  const aborted = new DOMException('Signed out.', 'AbortError')
  await expect(fails(aborted)).rejects.toBe(aborted)
  expect(stored).toMatchObject({ body: 'First' })
  expect(refusals).toBe(0)
  stored = undefined
  await expect(fails(new Error('No.'))).rejects.toThrow('No.')
  expect(stored).toBeNull()
  expect(refusals).toBe(1)
})
