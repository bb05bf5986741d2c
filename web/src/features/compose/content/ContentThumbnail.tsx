import { AudioLines, ChartNoAxesColumn, FileText, Image, Mic, Video } from 'lucide-react'
import { useMedia } from '../media/queries.ts'
import type { ContentThumbnailProps } from './ContentIcon.tsx'

/** A small picture of the first file of a content, or an icon of its kind. */
export default function ContentThumbnail({ content, shows }: ContentThumbnailProps) {
  if (shows === 'poll' || content?.kind === 'poll') return <Mark {...POLL} />
  const media = !content || content.kind === 'text' ? [] : content.media
  const [first] = media
  const kind = first ? (first.kind ?? 'document') : shows === 'album' ? 'photo' : shows
  if (!kind) return null
  const { name, icon } = kinds[kind]
  const words = media.length > 1 || shows === 'album' ? 'Several files' : name
  return first && (kind === 'photo' || kind === 'video') ? (
    <Pictured id={first.mediaId} name={words} icon={icon} />
  ) : (
    <Mark name={words} icon={icon} />
  )
}

type MarkProps = { name: string; icon: typeof Image }

function Pictured({ id, ...mark }: MarkProps & { id: string }) {
  return <Mark {...mark} src={useMedia(id).data?.thumbnailUrl} />
}

function Mark({ name, icon: Icon, src }: MarkProps & { src?: string | undefined }) {
  return (
    <span className="mr-1 inline-grid size-5 place-items-center overflow-hidden rounded-sm bg-hover align-middle text-muted">
      {src ? (
        <img src={src} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <Icon size={14} aria-hidden />
      )}
      <span className="sr-only">{name}: </span>
    </span>
  )
}

const kinds = {
  photo: { name: 'Photo', icon: Image },
  video: { name: 'Video', icon: Video },
  animation: { name: 'Animation', icon: Video },
  audio: { name: 'Music', icon: AudioLines },
  voice: { name: 'Voice message', icon: Mic },
  document: { name: 'File', icon: FileText },
}

const POLL = { name: 'Poll', icon: ChartNoAxesColumn }
