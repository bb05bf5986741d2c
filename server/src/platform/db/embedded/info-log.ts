/** The part of a log that the launcher of the database uses. */
export interface InfoLog {
  info(text: string): void
}
