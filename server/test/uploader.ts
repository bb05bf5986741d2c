import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_BYTES, type Media, type Upload } from '@carillon/contract/media'
import { openBrowser, openWeb, type Answer } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** Signs up a user who uploads files by the API. */
export async function openUploader(
  app: TestApp,
  name = 'ada',
  shared?: Awaited<ReturnType<typeof openWeb>>,
) {
  const web = shared ?? (await openWeb(app))
  const browser = openBrowser(app, web)
  const email = `${name}@example.org`
  await browser.post('/api/auth/sign-up/email', { email, password: 'correct horse battery', name })
  const token = await browser.token()
  const id = String((await browser.api('GET', '/api/users/me', undefined, token)).data?.['uid'])

  const api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    browser.api(method, url, body, token)

  async function put(url: string, bytes: Buffer): Promise<Answer> {
    const answer = await web.http.inject({
      method: 'PUT',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })
    return {
      ...answer.json<Pick<Answer, 'data' | 'error'>>(),
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
    }
  }

  const start = async (file: Buffer, more: object = {}) => {
    const answer = await api('POST', '/api/media', { name: 'file', bytes: file.length, ...more })
    if (answer.status !== 201) throw new Refused(answer)
    return answer.data as Upload
  }
  const part = (upload: Upload, file: Buffer, n: number) =>
    put(`/api/media/${upload.id}/parts/${n}`, file.subarray(n * PART_BYTES, (n + 1) * PART_BYTES))

  /** Uploads all of a file; throws what the first call that was refused was answered. */
  async function upload(file: Buffer, more: object = {}, facts: object = {}): Promise<Media> {
    const begun = await start(file, more)
    for (let n = 0; n < begun.parts; n++) {
      const answer = await part(begun, file, n)
      if (answer.status !== 200) throw new Refused(answer)
    }
    const finished = await api('POST', `/api/media/${begun.id}/finish`, facts)
    if (finished.status !== 200) throw new Refused(finished)
    return finished.data as Media
  }

  /** Fetches a link. */
  const open = (url: string, headers: Record<string, string> = {}) =>
    web.http.inject({ method: 'GET', url, headers })

  return { id, web, browser, token, api, put, start, part, upload, open }
}

/** An upload was not accepted. */
class Refused extends Error {
  readonly status: number
  readonly code: string | undefined
  constructor({ status, error }: Answer) {
    super(error?.message)
    this.status = status
    this.code = error?.code
  }
}

/** All files that a test app has stored on its disk, without their folders. */
export async function storedFiles({ ctx }: TestApp): Promise<string[]> {
  const root = join(ctx.config.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
