/**
 * Runs the work one at a time, and once more if it was requested during a run, so that no request is lost.
 */
export function serial(work: () => Promise<void>, complain: (error: Error) => void): () => void {
  let running = false
  let again = false

  async function run(): Promise<void> {
    again = false
    await work().catch(complain)
    // There is no await between the check and the return, so that no request is lost.
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
