/** Told wherever a page does not fit the server any more. */
export const NEW_VERSION = 'A new version is available'

/**
 * What the server has now: the program that runs here, or another one, of which an update came while the page was open;
 * or it is away. A build names the script that a page begins with after what is in it, and in all that it loads.
 */
export async function serverNow(): Promise<'away' | 'same' | 'other'> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return 'away'
    return !own || (await answer.text()).includes(own) ? 'same' : 'other'
  } catch {
    return 'away'
  }
}

/** Whether one may not know what the other says. */
export const isOutdated = async (): Promise<boolean> => (await serverNow()) === 'other'
