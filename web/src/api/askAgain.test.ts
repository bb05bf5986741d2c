import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askAgain, askAgainThrottled } from './askAgain.ts'

/** A page that shows what a server answers, which the test lets go one by one. */
function page() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const calls: { answer: (value: string) => void }[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => calls.push({ answer: resolve })),
  })
  onTestFinished(observer.subscribe(() => {}))
  const shown = (value: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (observer.getCurrentResult().data !== value) return
        stop()
        resolve()
      }
      const stop = observer.subscribe(look)
      look()
    })
  return { queryClient, calls, shown }
}

test('what changed during the first fetch is asked for once more', async () => {
  const { queryClient, calls, shown } = page()
  void askAgain(queryClient, ['list'])
  calls[0]?.answer('old')
  await shown('old')
  expect(calls).toHaveLength(2)
  calls[1]?.answer('new')
  await shown('new')
  expect(calls).toHaveLength(2)
})

test('what was already there is asked for at once, and only once', async () => {
  const { queryClient, calls, shown } = page()
  calls[0]?.answer('old')
  await shown('old')
  void askAgain(queryClient)
  expect(calls).toHaveLength(2)
  calls[1]?.answer('new')
  await shown('new')
  expect(calls).toHaveLength(2)
})

test('a long list rests between the events that tell of changes, and misses none', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queryClient = new QueryClient()
  const pages = Array.from({ length: 8 }, () => ({ items: [] }))
  queryClient.setQueryData(['list'], { pages, pageParams: [] })
  const asked = vi.spyOn(queryClient, 'invalidateQueries')
  for (let event = 0; event < 20; event++) {
    askAgainThrottled(queryClient, ['list'])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveBeenCalledTimes(2)
})
