/**
 * PostgreSQL notices a lost host within 9 s and frees its locks (measured 2026-11; with the system's
 * defaults it takes two hours). Settings of a connection, so that nobody has to change the server.
 */
export const LOST_HOST =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000'

/**
 * A process that hangs in the middle of a transaction keeps its locks; after this, in milliseconds, the
 * transaction is ended, as is believed of its lease. Nothing of ours waits for the outside world in one.
 */
export const HUNG_AFTER_MS = 10_000
