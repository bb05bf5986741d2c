/** The script that a page begins with. A build names it after what is in it, and in all that it loads. */
const BEGINS_WITH = 'script[type=module][src]'

/** Told wherever a page does not fit the server any more. */
export const NEW_VERSION = 'A new version is available'

/** What to do about it, where a call of this page was not understood. */
export const LOAD_ANEW = `${NEW_VERSION}. Reload the page, then try it again.`

/**
 * Whether the server has another version of this program than the one that runs here: an update came while the page was
 * open, and one may not know what the other says. Without an answer nothing is known, and it answers no.
 */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector(BEGINS_WITH)?.getAttribute('src')
  if (!own) return false
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(own)
  } catch {
    return false
  }
}
