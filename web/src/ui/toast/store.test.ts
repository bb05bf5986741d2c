import { beforeEach, expect, test } from 'vitest'
import { actOnToast, dismissToast, presentToast, toast } from './store.ts'

beforeEach(() => {
  const left = presentToast()
  if (left) dismissToast(left.id)
})

test('149 a second toast replaces the first at once and tells it', () => {
  const gone: string[] = []
  toast({ title: 'First', onGone: () => gone.push('first') })
  toast({ title: 'Second', onGone: () => gone.push('second') })

  expect(presentToast()?.title).toBe('Second')
  expect(gone).toEqual(['first'])
})

test('dismissing a toast that was replaced leaves the present one', () => {
  const first = toast({ title: 'First' })
  toast({ title: 'Second' })
  dismissToast(first)
  expect(presentToast()?.title).toBe('Second')
})

test('an action that ran is not followed by what happens without it', () => {
  const happened: string[] = []
  const id = toast({
    title: 'Deleted',
    action: { label: 'Undo', run: () => happened.push('undone') },
    onGone: () => happened.push('deleted'),
  })
  actOnToast(id)
  expect(happened).toEqual(['undone'])
  expect(presentToast()).toBeUndefined()
})
