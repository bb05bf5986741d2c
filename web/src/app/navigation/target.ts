/** The element that the hash of an address names; nothing for one that names none, or is spelled wrong. */
export function targetOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}
