/** What browsers have and Node does not: a storage whose names are its keys. */
export function testStorage(): Storage {
  const items: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  }
  return new Proxy(items, {
    get: (_, name: string) => methods[name as keyof typeof methods] ?? items[name],
  }) as unknown as Storage
}
