/** Runs the work one at a time. All requests that come during a run together become one more run after it. */
export function coalesced(work: () => Promise<void>, complain: (error: Error) => void): () => void {
  let running = false
  let again = false

  async function run(): Promise<void> {
    again = false
    await work().catch(complain)
    // No await between this check and the end of the run: a request in between would be lost.
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
