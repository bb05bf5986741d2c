import type { MediaKind } from '@carillon/contract/media'
import { AudioLines, FileText, Image, Mic, Video } from 'lucide-react'

type ThumbnailProps = { src: string | undefined; alt: string; kind: MediaKind | undefined }

/** A small picture of a file, or the sign of what it is. */
export function Thumbnail({ src, alt, kind }: ThumbnailProps) {
  if (src) return <img src={src} alt={alt} className="size-full object-cover" draggable={false} />
  const Icon = icons[kind ?? 'document']
  return <Icon size={28} aria-hidden className="text-muted" />
}

const icons = {
  photo: Image,
  video: Video,
  animation: Video,
  audio: AudioLines,
  voice: Mic,
  document: FileText,
}
