/** Runs one at a time, and once more when asked for meanwhile: a hint never gets lost, nor piles up. */
export function serial(work: () => Promise<void>, complain: (error: Error) => void): () => void {
  let running = false
  let again = false

  async function run(): Promise<void> {
    again = false
    await work().catch(complain)
    // Nothing may come between this question and its answer, so no promise does.
    if (again) return run()
    running = false
    return undefined
  }

  return () => {
    again = true
    if (running) return
    running = true
    void run()
  }
}
