import type { Shows } from '@carillon/contract/calendar'
import type { Content } from '@carillon/contract/content/content'
import { lazyComponent, LazyPart } from '../../../ui/lazy.tsx'

// Most contents are texts, so the code that draws others is loaded with the first of them.
const ContentThumbnail = lazyComponent(async () => (await import('./ContentThumbnail.tsx')).default)

/**
 * Shown before the words of a content that is more than text: a small picture of what it shows, or an icon of its kind.
 * It takes the same space while that is loaded.
 */
export function ContentIcon({ content, shows }: ContentThumbnailProps) {
  if (!shows && (!content || content.kind === 'text')) return null
  return (
    <LazyPart fallback={space} failed={space}>
      <ContentThumbnail content={content} shows={shows} />
    </LazyPart>
  )
}

const space = <span className="mr-1 inline-grid size-5 align-middle" />

/** A content, or only its kind. */
export type ContentThumbnailProps = { content?: Content | undefined; shows?: Shows | undefined }
