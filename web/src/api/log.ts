/** Writes to the console, as nothing else does: an error that no person needs to read. */
export function logError(what: string, error: unknown) {
  // oxlint-disable-next-line no-console -- This is the browser's log.
  console.error(what, error)
}
