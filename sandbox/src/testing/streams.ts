export type EventReader<T> = {
  /** The next value that satisfies, of those since the reader was opened; rejects after `timeoutMs`. */
  next(satisfies?: (value: T) => boolean): Promise<T>
  close(): void
}

/** Opens a stream of server-sent events; once this resolves, nothing that happens is missed. */
export async function openReader<T>(
  url: string,
  options: { timeoutMs: number; what: string; signal: AbortSignal },
): Promise<EventReader<T>> {
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, options.signal])
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new Error(await response.text())
  const values = valuesOf<T>(response.body)

  return {
    async next(satisfies = () => true) {
      const late = setTimeout(() => done.abort(), options.timeoutMs)
      try {
        for (;;) {
          const { value, done: ended } = await values.next()
          if (ended) throw new Error(`The sandbox ended while waiting for ${options.what}.`)
          if (satisfies(value)) return value
        }
      } catch (cause) {
        if (!done.signal.aborted) throw cause
        const problem = `Waited ${options.timeoutMs} ms in vain for ${options.what}.`
        throw new Error(problem, { cause })
      } finally {
        clearTimeout(late)
      }
    },
    close: () => done.abort(),
  }
}

async function* valuesOf<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6))
    }
  }
}
