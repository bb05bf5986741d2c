import { serverNow } from '../ui/release.ts'
import { openStored } from '../ui/stored.ts'

const reloadedAt = openStored('sessionStorage', 'reloaded-at')

/** After how many milliseconds a failing chunk is worth another reload: not a loop, but a new release. */
const AGAIN_MS = 5 * 60_000

/**
 * A page whose code cannot be loaded most often belongs to a release that is gone: the app is loaded anew,
 * once. Answers whether it is being loaded anew; when not, the error is to be shown.
 */
export async function reloadOnce(): Promise<boolean> {
  if (Date.now() - Number(reloadedAt.read()) < AGAIN_MS) return false
  // When the server cannot be reached, a reload would show an empty page.
  if ((await serverNow()) === 'away') return false
  // What cannot be written down would be reloaded again and again.
  if (!reloadedAt.write(String(Date.now()))) return false
  location.reload()
  return true
}
