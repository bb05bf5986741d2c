import type { Page } from '@playwright/test'
import { png } from '../sandbox/src/testing.ts'

/** Pastes or drops a picture on the text field with the events of a browser. */
export const give = (page: Page, kind: 'drop' | 'paste', name: string) =>
  page.getByLabel('Message', { exact: true }).evaluate(
    (field, [given, called, letters]) => {
      const data = new DataTransfer()
      const file = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
      data.items.add(new File([file], called, { type: 'image/png' }))
      const like = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        given === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...like })
          : new ClipboardEvent('paste', { clipboardData: data, ...like }),
      )
    },
    [kind, name, png(kind === 'drop' ? 64 : 65, 48).toString('base64')] as const,
  )

/** A short film of 64 by 36 pixels, as the browser itself records it. */
export const filmed = async (page: Page) =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 })
      const brush = canvas.getContext('2d')!
      const type = { mimeType: 'video/mp4;codecs=vp9' }
      const recorder = new MediaRecorder(canvas.captureStream(), type)
      const film = new Promise<Blob>((resolve) => {
        const pieces: Blob[] = []
        recorder.addEventListener('dataavailable', ({ data }) => {
          pieces.push(data)
          if (data.size > 0 && recorder.state === 'recording') recorder.stop()
        })
        recorder.addEventListener('stop', () => resolve(new Blob(pieces)))
      })
      recorder.start(100)
      const draw = () => {
        brush.fillStyle = brush.fillStyle === '#0088ff' ? '#ff8800' : '#0088ff'
        brush.fillRect(0, 0, 64, 36)
        if (recorder.state === 'recording') requestAnimationFrame(draw)
      }
      draw()
      const bytes = new Uint8Array(await (await film).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    }),
    'base64',
  )
