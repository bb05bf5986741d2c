import { beforeEach, expect, test, vi } from 'vitest'
import { tabForm } from './tabForm.ts'
import { testStorage } from './testStorage.ts'
import { forgetOnDevice, keepOnDevice } from './unsaved.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', testStorage())
  vi.stubGlobal('sessionStorage', testStorage())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

const keep = (form: ReturnType<typeof tabForm>, text: string, unanswered?: object) =>
  keepOnDevice('ada', form.key(), { base: '', values: { text }, ...(unanswered && { unanswered }) })

/** A form with a text, in a tab that a copy is made of: the copy waits for the form. */
async function openTwice() {
  const first = tabForm('ada', 'new')
  await first.open('')
  keep(first, 'Line four')
  const copy = tabForm('ada', 'new')
  return { first, copy, opening: copy.open('') }
}

test('a copied tab fills in what the first tab has typed until it was closed', async () => {
  const { first, copy, opening } = await openTwice()
  keep(first, 'Line four, late')
  first.close()
  expect(await opening).toMatchObject({ filled: { values: { text: 'Line four, late' } } })
  expect(copy.id()).toBe(first.id())
  copy.close()
})

test('a copied tab fills in nothing that the first tab has saved before it was closed', async () => {
  const { first, copy, opening } = await openTwice()
  forgetOnDevice('ada', first.key())
  first.close()
  expect(await opening).toEqual({})
  expect(copy.id()).not.toBe(first.id())
  copy.close()
})

test('a form that another tab has saved while a copied tab waited is not offered', async () => {
  const other = tabForm('ada', 'new')
  other.renew()
  keep(other, 'Matinee', { id: 'try' })
  vi.stubGlobal('sessionStorage', testStorage())
  const { first, copy, opening } = await openTwice()
  forgetOnDevice('ada', other.key())
  other.close()
  first.close()
  expect(await opening).toMatchObject({
    filled: { values: { text: 'Line four' } },
    offered: undefined,
  })
  copy.close()
})

test('a form that was left while it is being saved is offered nowhere until it is answered', async () => {
  const left = tabForm('ada', 'new')
  await left.open('')
  left.setSaving(true)
  keep(left, 'Matinee', { id: 'try' })
  left.close()
  const next = tabForm('ada', 'new')
  expect(await next.open('')).toEqual({})
  keep(next, 'Concert')
  next.close()
  const again = tabForm('ada', 'new')
  expect(await again.open('')).toMatchObject({
    filled: { values: { text: 'Concert' } },
    offered: undefined,
  })
  again.close()

  left.setSaving(false)
  const last = tabForm('ada', 'new')
  expect(await last.open('')).toMatchObject({
    filled: { values: { text: 'Concert' } },
    offered: { values: { text: 'Matinee' } },
  })
  last.close()
})

test('a change that no tab has open is offered beside the one of this tab, and one of an older state alone', async () => {
  const left = tabForm('ada', 'message')
  await left.open('', { isChange: true })
  keep(left, 'Matinee')
  left.close()
  const own = tabForm('ada', 'message')
  own.renew()
  keep(own, 'Concert')
  own.close()
  const again = tabForm('ada', 'message')
  expect(await again.open('', { isChange: true })).toMatchObject({
    filled: { values: { text: 'Concert' } },
    offered: { values: { text: 'Matinee' } },
  })
  again.close()

  const newer = tabForm('ada', 'message')
  expect(await newer.open('2', { isChange: true })).toEqual({
    offered: expect.objectContaining({ values: { text: 'Concert' } }),
  })
  expect(newer.id()).not.toBe(again.id())
  newer.close()
  const gone = tabForm('ada', 'message')
  expect(await gone.open('2', { isChange: true, always: true })).toMatchObject({
    filled: { base: '' },
  })
  gone.close()
})

test('a browser whose storage cannot be read opens an empty form', async () => {
  const broken = new Proxy(testStorage(), {
    get() {
      throw new DOMException('', 'NS_ERROR_FILE_CORRUPTED')
    },
  })
  vi.stubGlobal('localStorage', broken)
  vi.stubGlobal('sessionStorage', broken)
  const form = tabForm('ada', 'new')
  expect(await form.open('')).toEqual({})
  form.close()
})
