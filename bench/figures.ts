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
