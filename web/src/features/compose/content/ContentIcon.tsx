import type { Shows } from '@carillon/contract/calendar'
import type { Content } from '@carillon/contract/content/content'
import { lazy, Suspense } from 'react'

// Most contents are texts, so the code that draws others is loaded with the first of them.
const ContentThumbnail = lazy(() => import('./ContentThumbnail.tsx'))

/**
 * Shown before the words of a content that is more than text: a small picture of what it shows, or an icon of its kind.
 * It takes the same space while that is loaded.
 */
export function ContentIcon({ content, shows }: ContentThumbnailProps) {
  if (!shows && (!content || content.kind === 'text')) return null
  return (
    <Suspense fallback={<span className="mr-1 inline-grid size-5 align-middle" />}>
      <ContentThumbnail content={content} shows={shows} />
    </Suspense>
  )
}

/** A content, or only its kind. */
export type ContentThumbnailProps = { content?: Content | undefined; shows?: Shows | undefined }
