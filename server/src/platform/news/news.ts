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

export type NewsKind =
  | 'message.updated'
  | 'message.deleted'
  | 'connection.updated'
  | 'connection.deleted'
  | 'group.updated'
  | 'user.updated'
  | 'user.deleted'
  /** `id` is the session's, or the user's own when all of them ended. */
  | 'session.ended'
  | 'notification.created'
  | 'notification.updated'

/** The NOTIFY channel that carries news. */
export const NEWS_CHANNEL = 'news'
