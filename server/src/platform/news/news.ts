/**
 * A fact, published after commit: which thing of whom changed. It carries a reference and no content,
 * since NOTIFY holds 8,000 bytes and a reader should see the newest state anyway.
 */
export type News = {
  kind: NewsKind
  userId: string
  id: string
  rev: number
}

/**
 * Every kind of news. A room adds its own by declaration merging, next to what publishes it:
 * `declare module '../platform/news/news.ts' { interface NewsKinds { 'thing.updated': true } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the rooms
export interface NewsKinds {}

export type NewsKind = keyof NewsKinds

/** The NOTIFY channel that carries news. */
export const NEWS_CHANNEL = 'news'
