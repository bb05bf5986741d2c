/** The element that the hash of an address names; null if there is none, or the hash is malformed. */
export function targetOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}
