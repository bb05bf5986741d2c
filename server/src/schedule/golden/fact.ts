/**
 * Instants worked out by hand: the wall time minus the offset that the source names. In a gap that is
 * the offset before the change, in an overlap too. Sources are the files of the IANA time zone database.
 */
export type Fact = {
  zone: string
  /** What the zone does, and where that is written. */
  fact: string
  slots: readonly [local: string, at: string, mark?: 'gap_shifted' | 'overlap_first'][]
}
