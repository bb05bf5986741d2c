/** Keeps secrets sealed at rest. `place` is `table.column:row`, so a value copied elsewhere does not open. */
export interface Secrets {
  seal(plain: string, place: string): Buffer
  /** Throws when the key is unknown or the value was moved or changed. */
  open(sealed: Buffer, place: string): string
}
