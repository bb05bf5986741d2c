type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Removes undefined fields, as `exactOptionalPropertyTypes` requires. */
export function defined<T extends object>(value: T): Defined<T>
export function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}
