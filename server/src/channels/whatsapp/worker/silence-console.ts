// Imported before the library: its Signal implementation prints whole sessions, private keys among them.
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const) {
  console[level] = () => {}
}
