import type { MediaKind } from '@carillon/contract/media'
import type { Generated } from 'kysely'

/** A file that a person uploads. */
export interface MediaTable {
  id: string
  userId: string
  /** For the library, or as the photo of the profile or of a group. */
  purpose: 'library' | 'photo' | 'group'
  status: 'pending' | 'ready' | 'deleted'
  /** While pending as the person asked for it, then what it is. */
  kind: MediaKind | null
  /** What the first bytes say; null until they have arrived. */
  mime: string | null
  name: string
  alt: string
  bytes: number
  /** Pieces of the original; 0 once only the thumbnail is kept. */
  parts: number
  /** Pieces that have arrived. */
  received: Generated<number>
  sha256: Buffer | null
  width: number | null
  height: number | null
  durationMs: number | null
  hasThumbnail: Generated<boolean>
  rev: Generated<number>
  createdAt: Date
  /** When the last piece came, or when it was deleted. */
  updatedAt: Date
}

/** A content that names a file. */
export interface MediaUsesTable {
  contentId: string
  mediaId: string
}

declare module '../platform/db/database.ts' {
  interface Tables {
    media: MediaTable
    mediaUses: MediaUsesTable
  }
}
