import { serverNow } from '../ui/release.ts'
import { openStored } from '../ui/stored.ts'

const reloadedAt = openStored('sessionStorage', 'reloaded-at')

/** After how many milliseconds a failing chunk may cause another reload: it is then a new release, not a loop. */
const AGAIN_MS = 5 * 60_000

/**
 * If the code of a page cannot be loaded, it most often belongs to an old release, so the app is reloaded once. Returns
 * whether it is being reloaded; if not, the error must be shown.
 */
export async function reloadOnce(): Promise<boolean> {
  if (Date.now() - Number(reloadedAt.read()) < AGAIN_MS) return false
  // If the server is down, a reload would show an empty page.
  if ((await serverNow()) === 'away') return false
  // Without storage a reload cannot be remembered, and would be repeated endlessly.
  if (!reloadedAt.write(String(Date.now()))) return false
  location.reload()
  return true
}
