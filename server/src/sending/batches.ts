/** Rows that one statement takes at most: a few milliseconds of PostgreSQL, some 100 kB of arguments. */
const BATCH_MAX = 500

/**
 * Natural batching: while one statement is on its way, what comes meanwhile gathers for the next. With
 * little to do nothing ever waits; with much, every lane shares the same few commits. `run` answers in
 * the order of its items; when it fails, each of its items does.
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
      // What the same event brings goes along.
      setImmediate(() => void drain())
    })
}
