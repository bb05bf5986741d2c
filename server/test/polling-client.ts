import type { Live } from './live.ts'

export const POLLING = '/socket.io?EIO=4&transport=polling'

/** A client that polls by itself; `get` and `post` answer the status and the text. */
export async function openPolling({ url }: Live, headers: Record<string, string> = {}) {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${path}`, { headers, ...init })
    return { status: answer.status, text: await answer.text() }
  }
  const { text } = await ask(POLLING)
  const { sid } = JSON.parse(text.slice(1)) as { sid: string }
  const path = `${POLLING}&sid=${sid}`
  return {
    sid,
    get: () => ask(path),
    send: (...packets: string[]) => ask(path, { method: 'POST', body: packets.join('\x1e') }),
    ask: (init: RequestInit) => ask(path, init),
  }
}
