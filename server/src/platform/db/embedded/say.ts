/** What the launcher of the database needs of a log. */
export interface Say {
  info(words: string): void
}
