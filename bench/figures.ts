/** The value below which `share` of the values lie (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** One line: the middle, the tail and the ends of a measurement, in its unit. */
export function summary(values: readonly number[], unit: string): string {
  const at = (share: number) => Math.round(percentile(values, share))
  return `n=${values.length}  min ${at(0)}  p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ${unit}`
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** What has been said since the last `takeSaid`. */
let said: string[] = []

/** Prints a line of results; it is kept for RESULTS.md as well. */
export function say(line: string): void {
  said.push(line)
  process.stdout.write(`${line}\n`)
}

/** The lines said since this was last asked. */
export function takeSaid(): string[] {
  const lines = said
  said = []
  return lines
}
