/** How many groups each schedule goes to: what planning must write besides the occurrence. */
export const FAN_OUT = 5

/**
 * One way to make the deliveries of schedules when these are due. Every engine does the same durable
 * work: it takes a due schedule and stores one delivery for each of its groups.
 */
export type Engine = {
  /** Stores `count` schedules; `dueOf` says when each is due, in milliseconds since 1970. */
  schedule(count: number, dueOf: (index: number) => number): Promise<void>
  /** Begins to work; `made` is called once all deliveries of a schedule are stored. */
  work(made: (index: number) => void): Promise<void>
  close(): Promise<void>
}

/** Opens an engine without anything in it; `databaseUrl` is of an empty database of its own. */
export type OpenEngine = (databaseUrl: string) => Promise<Engine>

/** The parts of a list, each of at most `size`. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size))
  return parts
}

export const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
