import type { LiveKind, LivePayload } from '@carillon/contract/live'
import type { Context } from '../platform/context.ts'
import type { News, NewsKind } from '../platform/news/news.ts'

/** What a browser is told. */
export type LiveEvent = { [K in LiveKind]: { kind: K; payload: LivePayload<K> } }[LiveKind]

/** Makes of a fact what browsers are told, from the rows as they are now; nothing when there is nothing to tell. */
export type Reader = (ctx: Context, news: News) => Promise<LiveEvent | undefined>

declare module '../platform/context.ts' {
  interface Context {
    /** Who reads the thing that a fact is about. Registered in rooms.ts, so that nobody imports live. */
    readonly readers: Readonly<Partial<Record<NewsKind, Reader>>>
  }
}
