/** Shown wherever the page is older than the server and does not fit it any more. */
export const NEW_VERSION = 'A new version is available'

/**
 * Whether the server has the build that runs here, another one since an update, or is down. The name of the entry script
 * is a hash of its content and of all scripts that it loads.
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

/** Whether the page and the server are of different builds and may not understand each other. */
export const isOutdated = async (): Promise<boolean> => (await serverNow()) === 'other'
