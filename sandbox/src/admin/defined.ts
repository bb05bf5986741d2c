type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Leaves out what was not given, which exact optional properties ask for. */
export function defined<T extends object>(value: T): Defined<T>
export function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}
