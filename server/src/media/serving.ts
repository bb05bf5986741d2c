import type { Readable } from 'node:stream'
import type { Context } from '../platform/context.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { isUuid } from '../platform/ids.ts'
import { openFile } from './files.ts'
import { readLink } from './links.ts'
import { rangeOf, thumbnailKey } from './rules.ts'
import * as store from './store.ts'

type Asked = {
  id: string
  target: string
  query: { expires?: string; signature?: string }
  range: string | undefined
}

export type Served = {
  status: 200 | 206 | 416
  headers: Record<string, string>
  body: Readable | null
}

/**
 * Answers for a link: the file, or the bytes of it that are asked for. The headers see to it that a browser
 * never takes it for a page of ours. Throws `forbidden` for a link that is not valid or has expired.
 */
export async function serve(ctx: Context, { id, target, query, range }: Asked): Promise<Served> {
  const until = readLink(ctx, id, target, query)
  if (!until) throw new AppError('forbidden', 'This link has run out. Load the page again.')
  const row = isUuid(id) ? await store.findAny(ctx, id) : undefined
  if (row?.status !== 'ready') throw notFound('file')
  const headers = {
    'cache-control': `private, max-age=${Math.floor((until.getTime() - ctx.clock.now().getTime()) / 1_000)}, immutable`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  if (target === 'thumbnail') {
    const body = await ctx.storage.get(thumbnailKey(id))
    return { status: 200, headers: { ...headers, 'content-type': 'image/webp' }, body }
  }
  const asked = rangeOf(range, row.bytes)
  const ofAll = { ...headers, 'accept-ranges': 'bytes', ...naming(row) }
  if (asked === null) {
    const told = { ...ofAll, 'content-range': `bytes */${row.bytes}` }
    return { status: 416, headers: told, body: null }
  }
  const { from, to } = asked ?? { from: 0, to: row.bytes - 1 }
  const length = { 'content-length': String(to - from + 1) }
  const part = asked ? { 'content-range': `bytes ${from}-${to}/${row.bytes}` } : {}
  return {
    status: asked ? 206 : 200,
    headers: { ...ofAll, ...length, ...part },
    body: openFile(ctx.storage, row, { from, to }),
  }
}

/** What it is and how it is called. Only what a browser shows by itself without running any of it is shown in place. */
function naming({ mime, kind, name }: store.MediaRow): Record<string, string> {
  const shown = kind !== 'document' && /^(image|video|audio)\//.test(mime ?? '')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return {
    'content-type': mime ?? 'application/octet-stream',
    'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`,
  }
}
