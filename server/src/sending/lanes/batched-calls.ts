/** The most rows in one statement: a few milliseconds of PostgreSQL, about 100 kB of arguments. */
const BATCH_MAX = 500

/**
 * Batches items: while one statement runs, new items are collected for the next. With few items nothing
 * waits; with many, all lanes share a few commits. `run` returns answers in the order of its items; if it
 * fails, each item fails.
 */
export function batched<Item, Answer>(
  run: (items: Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  type Waiting = { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const gathered: Waiting[] = []
  let running = false

  async function drain() {
    while (gathered.length > 0) {
      const batch = gathered.splice(0, BATCH_MAX)
      try {
        const answers = await run(batch.map(({ item }) => item))
        for (const [n, { resolve }] of batch.entries()) resolve(answers[n]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      gathered.push({ item, resolve, reject })
      if (running) return
      running = true
      // Items of the same event are put into the same batch.
      setImmediate(() => void drain())
    })
}
