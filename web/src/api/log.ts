/** The one place that writes to the console: what went wrong where no person needs to be told. */
export function logError(what: string, error: unknown) {
  // oxlint-disable-next-line no-console -- This is the browser's log.
  console.error(what, error)
}
