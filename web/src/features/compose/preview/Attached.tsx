import { cn } from '../../../ui/cn.ts'
import { areSeen, type ContentFile } from '../media/files.ts'
import { nouns } from '../media/nouns.ts'
import { isDeleted, useMedia } from '../media/queries.ts'
import { Thumbnail } from '../media/Thumbnail.tsx'
import { useUploading } from '../media/uploads.ts'

/** Files as members see them: pictures in a grid, others one below the other. */
export default function Attached({ files }: { files: readonly ContentFile[] }) {
  const pictured = areSeen(files)
  return (
    <ul
      className={cn('grid gap-0.5', pictured && files.length > 1 && 'w-96 max-w-full grid-cols-2')}
    >
      {files.map((file, index) => {
        // The first of an odd number has a row of its own.
        const wide = pictured && files.length % 2 === 1 && index === 0
        return (
          <li key={file.key} className={cn(wide && 'col-span-full')}>
            {pictured ? (
              <Picture file={file} alone={files.length === 1} wide={wide} />
            ) : (
              <Row file={file} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Picture({ file, alone, wide }: { file: ContentFile; alone: boolean; wide: boolean }) {
  const { data: media, error } = useMedia(file.mediaId)
  const uploading = useUploading(file.key)
  const ratio = media?.width && media.height ? media.width / media.height : 4 / 3
  const shape = alone ? Math.min(2, Math.max(0.75, ratio)) : wide ? 1.5 : 1
  return (
    <span
      className="relative grid w-full max-w-full place-items-center overflow-hidden bg-sunken"
      // A picture alone keeps its shape as far as chats let it, and is no higher than leaves room; several are cut alike.
      style={{ aspectRatio: shape, ...(alone ? { width: `min(18rem, ${15 * shape}rem)` } : {}) }}
    >
      <Thumbnail
        src={media?.thumbnailUrl ?? uploading?.preview}
        alt={media?.alt ?? ''}
        kind={file.kind ?? 'photo'}
      />
      {isDeleted(error) && <span className="absolute bottom-2 text-sm text-muted">{DELETED}</span>}
      {file.spoiler && (
        <span className="absolute inset-0 grid place-items-center bg-overlay text-sm text-white backdrop-blur-lg">
          Tap to see
        </span>
      )}
      {media?.durationMs !== undefined && (
        <span className="absolute top-1 left-1 rounded-sm bg-overlay px-1.5 text-xs text-white tabular-nums">
          {lengthWords(media.durationMs)}
        </span>
      )}
    </span>
  )
}

function Row({ file }: { file: ContentFile }) {
  const { data: media, error } = useMedia(file.mediaId)
  const note = [
    nouns[file.kind ?? 'document'],
    media?.durationMs !== undefined ? lengthWords(media.durationMs) : '',
    media ? sizeWords(media.bytes) : '',
    isDeleted(error) ? DELETED : '',
  ]
  return (
    <span className="flex w-72 max-w-full items-center gap-3 py-1">
      <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
        <Thumbnail src={media?.thumbnailUrl} alt="" kind={file.kind} />
      </span>
      <span className="grid min-w-0">
        <span className="truncate font-medium">{media?.name ?? (file.name || 'File')}</span>
        <span className="text-sm text-muted">{note.filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  )
}

const DELETED = 'The file was deleted'

/** `2:05` */
function lengthWords(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `1.4 MB`, in millions of bytes. */
const sizeWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
