import { beforeEach, expect, test } from 'vitest'
import { actOnToast, dismissToast, currentToast, toast } from './store.ts'

beforeEach(() => {
  const left = currentToast()
  if (left) dismissToast(left.id)
})

test('149 a second toast replaces the first at once', () => {
  toast({ title: 'First' })
  toast({ title: 'Second' })
  expect(currentToast()?.title).toBe('Second')
})

test('dismissing a toast that was replaced leaves the present one', () => {
  const first = toast({ title: 'First' })
  toast({ title: 'Second' })
  dismissToast(first)
  expect(currentToast()?.title).toBe('Second')
})

test('an action runs once, and takes its toast away', () => {
  const happened: string[] = []
  const action = { label: 'Undo', run: () => happened.push('undone') }
  const id = toast({ title: 'Deleted', action })
  actOnToast(id)
  actOnToast(id)
  expect(happened).toEqual(['undone'])
  expect(currentToast()).toBeUndefined()
})
