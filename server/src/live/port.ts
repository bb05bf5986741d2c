import type { LiveKind, LivePayload } from '@carillon/contract/live'
import type { Context } from '../platform/context.ts'
import type { News, NewsKind } from '../platform/news/news.ts'

/** What a browser is told: one of the contract's live events. */
export type LiveEvent = { [K in LiveKind]: { kind: K; payload: LivePayload<K> } }[LiveKind]

/**
 * Reads what a news is about, as its user sees it now; undefined when there is nothing to tell. What shows
 * itself as a part of something else answers the news of that instead, so that many parts make one event.
 */
export type Reader = (ctx: Context, news: News) => Promise<LiveEvent | News | undefined>

declare module '../platform/context.ts' {
  interface Context {
    /** Who reads what for the browsers; news of other kinds are not theirs. */
    readonly readers: Readonly<Partial<Record<NewsKind, Reader>>>
  }
}
