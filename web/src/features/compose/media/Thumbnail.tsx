import type { MediaKind } from '@carillon/contract/media'
import { useState } from 'react'
import { AudioLines, FileText, Image, Mic, Video } from 'lucide-react'

type ThumbnailProps = { src: string | undefined; alt: string; kind: MediaKind | undefined }

/** A small picture of a file. If there is none, or it cannot be shown: the icon of its kind. */
export function Thumbnail({ src, alt, kind }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt={alt}
        className="size-full object-cover"
        draggable={false}
        onError={() => setBroken(src)}
      />
    )
  }
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
