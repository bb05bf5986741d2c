import type { InputOf } from '@carillon/contract/endpoint'
import type { finishUpload } from '@carillon/contract/media'

/** How long a browser may take to open a video or an audio file, in milliseconds; some it can never open. */
const OPEN_WITHIN_MS = 15_000

/** The longest side of the picture of a first frame, in pixels. */
const FRAME_PX = 640

export type Description = {
  facts: InputOf<typeof finishUpload>['body']
  /** A picture of a video's first frame. */
  frame?: Blob
}

/** What the browser reads of a video or audio file, which the server does not open. Empty if the browser cannot play it. */
export async function describe(file: File): Promise<Description> {
  const [type] = file.type.split('/')
  if (type !== 'video' && type !== 'audio') return { facts: {} }
  const url = URL.createObjectURL(file)
  const player = document.createElement(type)
  player.muted = true
  player.preload = 'auto'
  try {
    player.src = url
    await event(player, type === 'video' ? 'loadeddata' : 'loadedmetadata')
    const { duration } = player
    const facts = Number.isFinite(duration) ? { durationMs: Math.round(duration * 1_000) } : {}
    if (!(player instanceof HTMLVideoElement) || player.videoWidth === 0) return { facts }
    const { videoWidth: width, videoHeight: height } = player
    const frame = await drawn(player, width, height)
    return { facts: { ...facts, width, height }, ...(frame ? { frame } : {}) }
  } catch {
    return { facts: {} }
  } finally {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
}

function event(player: HTMLMediaElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('It took too long to open.')), OPEN_WITHIN_MS)
    const end = (then: () => void) => () => {
      clearTimeout(late)
      then()
    }
    player.addEventListener(name, end(resolve), { once: true })
    player.addEventListener(
      'error',
      end(() => reject(new Error('It cannot be played.'))),
      { once: true },
    )
  })
}

function drawn(video: HTMLVideoElement, width: number, height: number): Promise<Blob | null> {
  const scale = Math.min(1, FRAME_PX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
}
