import { paths } from './paths.ts'

const KEY = 'reloaded-at'

/** After how many milliseconds a failing chunk is worth another reload: not a loop, but a new release. */
const AGAIN_MS = 5 * 60_000

/**
 * A page whose code cannot be loaded most often belongs to a release that is gone: the app is loaded anew,
 * once. Answers whether it is being loaded anew; when not, the error is to be shown.
 */
export async function reloadOnce(): Promise<boolean> {
  if (Date.now() - reloadedAt() < AGAIN_MS) return false
  if (!(await isServerThere()) || !remember()) return false
  location.reload()
  return true
}

/** Whether the server answers at all: without it a reload would leave nothing on the screen. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch(paths.home, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

function reloadedAt(): number {
  try {
    return Number(sessionStorage.getItem(KEY))
  } catch {
    return 0
  }
}

/** Answers whether it could be written down: without that a reload might never end. */
function remember(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
