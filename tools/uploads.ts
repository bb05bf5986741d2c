import { randomBytes } from 'node:crypto'
import { finishUpload, PART_BYTES, startUpload } from '@carillon/contract/media'
import type { Person } from './client.ts'

/** So many bytes that are taken for a video: the beginning of an MP4 file, and noise. */
export function mp4(bytes: number): Buffer<ArrayBuffer> {
  const file = randomBytes(bytes)
  file.set(Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex'))
  return file
}

/** So many bytes that are taken for a book. */
export function pdf(bytes: number): Buffer<ArrayBuffer> {
  const file = randomBytes(bytes)
  file.set(Buffer.from('%PDF-1.7\n'))
  return file
}

/** Uploads a file to the product that answers at `url`; returns the id of what is in the person's library then. */
export async function uploadFile(
  url: string,
  person: Person,
  { name, bytes: file }: { name: string; bytes: Buffer<ArrayBuffer> },
): Promise<string> {
  const { id, parts } = await person.call(startUpload, { body: { name, bytes: file.length } })
  const headers = { authorization: `Bearer ${await person.token()}` }
  for (let part = 0; part < parts; part++) {
    const answer = await fetch(`${url}/api/media/${id}/parts/${part}`, {
      method: 'PUT',
      headers,
      body: file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    })
    if (!answer.ok) throw new Error(`Part ${part}: ${await answer.text()}`)
  }
  await person.call(finishUpload, { params: { id }, body: {} })
  return id
}
