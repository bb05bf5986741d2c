import { createMessage, type Message } from '@carillon/contract/messages'
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/errors.ts'
import { makeCall } from '../../api/makeCall.ts'
import { testServer } from '../../api/testServer.ts'
import { type Attempt, nameOf, openCreation, pressToRepeat } from './creation.ts'

type Thing = Pick<Message, 'editedRev' | 'status'> & { name: string; isOver?: boolean }
type Answer = Parameters<typeof testServer>[0] extends (...all: never[]) => infer A ? A : never

const created = (thing: Thing): Answer => ({ status: 201, body: { data: thing } })
const refused: Answer = {
  status: 400,
  body: { error: { code: 'invalid', message: 'No.', details: [] } },
}
const made: Thing = { editedRev: 1, status: 'draft', name: 'First' }

/** What the server answers if something was created from the form before. */
const there = (current: Thing | null, attempt: string): Answer => ({
  status: 409,
  body: { error: { code: 'conflict', message: 'This was saved before.', current, attempt } },
})

/** The refusal to change a state that is not the newest. */
const refusal = (current: Thing) =>
  new ApiError(409, { code: 'conflict', message: 'It was changed since.', current })

/** What a person reads while nobody knows. */
const LOST = /^The server /

/** A form, and a server that answers it one after the other. */
async function open(...answers: Answer[]) {
  const server = await testServer(() => answers.shift() ?? created(made))
  const call = makeCall({ getToken: async () => 'token' }, server.origin)
  let attempt: Attempt | undefined
  let attempts = 0
  let forms = 1
  let typedSince = false
  const changes: string[] = []
  const { create, goOn } = openCreation<{ name: string }, Thing, string>(
    {
      form: () => ({ formId: `form ${forms}`, device: 'desk' }),
      read: () => attempt,
      begin(press) {
        return (attempt = { id: attempt?.id ?? `try ${(attempts += 1)}`, press, pressedAt: 0 })
      },
      end: () => void (attempt = undefined),
      noteTold: (told) => void (attempt = { ...attempt!, told }),
      startAnew() {
        attempt = undefined
        forms += 1
      },
      typedSince: () => typedSince,
      keepAgain: () => undefined,
      text: () => '',
    },
    {
      create: (body) => call(createMessage, { body: body as never }) as Promise<never>,
      async change(thing, { name }) {
        changes.push(name)
        return { ...thing, name }
      },
      isAsked: ({ status }, press) => press !== 'draft' || status === 'draft',
      whyOver: (thing) => (thing ? (thing.isOver ? 'It is sent.' : undefined) : 'It is deleted.'),
    },
  )
  return {
    create: (name: string, press = 'go') => create(async () => ({ name }), press),
    prepare: (prepare: () => Promise<never>) => create(prepare, 'go'),
    goOn,
    attempt: () => attempt,
    /** Whether the form is no longer as it was when its button was pressed. */
    typeSince: (whether: boolean) => void (typedSince = whether),
    /** What the thing was changed to. */
    changes,
    asked: () =>
      server.asked.map(({ body }) => {
        const { name, formId, attempt: by } = JSON.parse(body)
        // The name is made of the attempt and of what is asked for.
        expect(by).toBe(nameOf(by.split('.')[0], { name }))
        return [name, formId, by.split('.')[0]]
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test.each<[string, Answer]>([
  ['no answer came', 'hang up'],
  ['a proxy answered for the server', { status: 504, body: '<html>' }],
  ['the answer was cut off', { status: 201 }],
])('what is typed after %s changes what the first try made', async (_, lost) => {
  await using form = await open(lost, there(made, 'try 1'))
  await expect(form.create('First')).rejects.toThrow(LOST)
  expect(form.attempt()).toBeDefined()
  await form.create('Second')
  expect(form.changes).toEqual(['Second'])
  expect(form.attempt()).toBeUndefined()
  expect(form.asked()).toEqual([
    ['First', 'form 1', 'try 1'],
    ['Second', 'form 1', 'try 1'],
  ])
})

test('a save has the name of an earlier one only if the same attempt asks for the same', () => {
  const asked = { content: { text: 'The gate is open.' }, groupIds: ['g1', 'g2'], rev: 4 }
  const name = nameOf('try 1', asked)
  expect(nameOf('try 1', structuredClone(asked))).toBe(name)
  const others = [
    nameOf('try 2', asked),
    nameOf('try 1', { ...asked, content: { text: 'The gate is shut.' } }),
    nameOf('try 1', { ...asked, groupIds: ['g1'] }),
    nameOf('try 1', { ...asked, rev: 5 }),
  ]
  expect(new Set([name, ...others]).size).toBe(5)
  // The server takes names of at most 64 characters; an attempt has 32.
  expect(nameOf('a'.repeat(32), asked).length).toBeLessThanOrEqual(64)
})

test('what was never sent to be saved is in no doubt, unless it was before', async () => {
  await using form = await open('hang up')
  // Nor does a reload while it is prepared press the button.
  const during: (Attempt | undefined)[] = []
  const unanswered = async () => {
    during.push(form.attempt())
    throw new NetworkError()
  }
  await expect(form.prepare(unanswered)).rejects.toThrow(LOST)
  expect(form.attempt()).toBeUndefined()
  expect(form.asked()).toEqual([])
  await expect(form.create('First', 'draft')).rejects.toThrow(LOST)
  await expect(form.prepare(unanswered)).rejects.toThrow(LOST)
  // A reload repeats what was sent, and not what failed before that.
  expect(form.attempt()).toMatchObject({ press: 'draft' })
  expect(during).toEqual([undefined, form.attempt()])
})

test('what another device made of the form, or has changed since, is put before a person', async () => {
  const other = there(made, 'theirs')
  const changed = there({ ...made, editedRev: 2 }, 'try 2')
  await using form = await open(other, changed)
  const state = { code: 'conflict', current: made }
  await expect(form.create('Second')).rejects.toMatchObject(state)
  await expect(form.create('Second')).rejects.toMatchObject({ current: { editedRev: 2 } })
  expect(form.changes).toEqual([])
  // The next press is decided by the person, and is no part of the attempt.
  expect(form.attempt()).toBeUndefined()
})

test('what is no longer in the state that is asked for is put before a person', async () => {
  const scheduled = { ...made, status: 'scheduled' as const }
  await using form = await open('hang up', there(scheduled, 'try 1'), there(scheduled, 'try 1'))
  await expect(form.create('First')).rejects.toThrow(LOST)
  await expect(form.create('Second', 'draft')).rejects.toMatchObject({ current: scheduled })
  expect(form.changes).toEqual([])
})

test.each<[Thing | null, string]>([
  [{ ...made, isOver: true }, 'It is sent.'],
  [null, 'It is deleted.'],
])('what is typed over %o is said to be a new thing', async (current, words) => {
  await using form = await open('hang up', there(current, 'try 1'))
  await expect(form.create('First')).rejects.toThrow(LOST)
  await expect(form.create('Second')).rejects.toThrow(words)
  await form.create('Second')
  expect(form.changes).toEqual([])
  expect(form.asked().at(-1)).toEqual(['Second', 'form 2', 'try 2'])
})

test.each<[Error, string]>([
  [new ApiError(404, { code: 'not_found', message: 'It does not exist.' }), 'It is deleted.'],
  [refusal({ ...made, isOver: true }), 'It is sent.'],
])(
  'a change of what this form made is refused with %o, and becomes a new thing',
  async (error, words) => {
    await using form = await open(created(made))
    const before = await form.create('First')
    const change = form.goOn(before, async () => {
      throw error
    })
    await expect(change).rejects.toThrow(words)
    await form.create('Second')
    expect(form.asked().at(-1)).toEqual(['Second', 'form 2', 'try 2'])
  },
)

test('what is typed while a try is answered belongs to what it made, also after a reload', async () => {
  await using form = await open(created(made), there(made, 'try 1'))
  form.typeSince(true)
  await form.create('First')
  expect(form.attempt()).toMatchObject({ id: 'try 1' })
  // The page is loaded anew, and knows only what is stored.
  form.typeSince(false)
  await form.create('Second')
  expect(form.changes).toEqual(['Second'])
})

test('a try that is refused has made nothing, and the next one is made', async () => {
  await using form = await open('hang up', refused)
  await expect(form.create('First')).rejects.toThrow(LOST)
  await expect(form.create('Second')).rejects.toThrow('No.')
  await form.create('Third')
  expect(form.asked().at(-1)).toEqual(['Third', 'form 1', 'try 2'])
})

test('an attempt that a sign-out ends is known again', async () => {
  let attempt: Attempt | undefined
  const aborted = new DOMException('Signed out.', 'AbortError')
  const { create } = openCreation<object, Thing, string>(
    {
      form: () => ({ formId: 'form', device: 'desk' }),
      read: () => attempt,
      begin: (press) => (attempt = { id: 'try', press, pressedAt: 0 }),
      end: () => void (attempt = undefined),
      noteTold: () => {},
      startAnew: () => {},
      typedSince: () => false,
      keepAgain: () => undefined,
      text: () => '',
    },
    {
      create: async () => {
        throw aborted
      },
      change: async (thing) => thing,
      isAsked: () => true,
      whyOver: () => undefined,
    },
  )
  await expect(create(async () => ({}), 'go')).rejects.toBe(aborted)
  expect(attempt).toMatchObject({ id: 'try' })
})

test('a reload presses the button again for five minutes, unless more was typed', () => {
  const read = () => ({ id: 'try', press: 'go', pressedAt: 0 })
  const pressed = (typedSince: boolean, now: number) =>
    pressToRepeat({ read, typedSince: () => typedSince }, now)
  expect(pressed(false, 299_999)).toBe('go')
  expect(pressed(false, 300_000)).toBeUndefined()
  expect(pressed(true, 1)).toBeUndefined()
})

test.each([429, 500])(
  'a person who was told of a %i presses again, not the reload',
  async (status) => {
    const error = { code: 'rate_limited', message: 'Too many requests.' }
    await using form = await open({ status, body: { error } }, 'hang up')
    const repeated = () => pressToRepeat({ read: form.attempt, typedSince: () => false }, 1)
    await expect(form.create('First')).rejects.toThrow('Too many requests.')
    expect(repeated()).toBeUndefined()
    // It may exist, so the next press is of the same attempt; that one gets no answer.
    await expect(form.create('First')).rejects.toThrow(LOST)
    expect(repeated()).toBe('go')
    expect(form.asked().map(([, , by]) => by)).toEqual(['try 1', 'try 1'])
  },
)
