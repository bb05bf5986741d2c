import { hours, seconds, type Clock } from '../../platform/clock.ts'
import { reasonOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** A version of WhatsApp Web. */
export type Version = readonly [number, number, number]

/** WhatsApp accepts a version for weeks, so no new one is needed within an hour. */
const APART_MS = hours(1)

const ANSWER_MS = seconds(5)

/** The first file of WhatsApp Web is far smaller. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024

/** All versions of these years differ in their last number alone. */
const [MAJOR, MINOR] = [2, 3000]
const REVISION = /\\?"client_revision\\?":\s*(\d{1,10})/

/** The version of WhatsApp Web that this server reports. */
export type Versions = {
  /** Undefined: the one of the library. */
  current(): Version | undefined
  /**
   * Call it when WhatsApp has refused a version. Returns whether there is another one to try. Reads it from WhatsApp at
   * most once an hour, however many accounts are refused.
   */
  after(refused: Version | undefined): Promise<boolean>
}

export function openVersions(
  { clock, log }: { clock: Clock; log: Log },
  { version, versionUrl }: { version?: Version; versionUrl?: string },
): Versions {
  let current = version
  let askedAt = -Infinity
  let asking: Promise<void> | undefined

  async function ask(url: string) {
    try {
      const revision = await revisionAt(url)
      if (revision === undefined) throw new Error('There is no version in the answer.')
      // An older one would be refused again.
      if (revision > (current?.[2] ?? 0)) current = [MAJOR, MINOR, revision]
      log.info({ revision }, 'A new version of WhatsApp Web was found.')
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The version of WhatsApp Web could not be read.')
    }
  }

  return {
    current: () => current,
    async after(refused) {
      const isOther = () => current !== refused
      if (isOther() || versionUrl === undefined) return isOther()
      if (!asking && clock.steadyMs() - askedAt < APART_MS) return false
      askedAt = clock.steadyMs()
      asking ??= ask(versionUrl).finally(() => (asking = undefined))
      await asking
      return isOther()
    },
  }
}

async function revisionAt(url: string): Promise<number | undefined> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
    // Without these WhatsApp answers programs with an error.
    headers: {
      'sec-fetch-site': 'none',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0',
    },
  })
  if (!response.ok || !response.body) throw new Error(`The answer was ${response.status}.`)
  let text = ''
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part
    if (text.length > ANSWER_BYTES_MAX) throw new Error('The answer is too long.')
  }
  const found = REVISION.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}
