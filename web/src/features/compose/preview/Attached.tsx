import { cn } from '../../../ui/cn.ts'
import { areSeen, type ContentFile } from '../media/files.ts'
import { nouns } from '../media/nouns.ts'
import { isDeleted, useMedia } from '../media/queries.ts'
import { Thumbnail } from '../media/Thumbnail.tsx'
import { useUploading } from '../media/uploads.ts'

/** Files as members see them: pictures in a grid, others one below the other. */
export default function Attached({ files }: { files: readonly ContentFile[] }) {
  const pictured = areSeen(files)
  const isAlbum = pictured && files.length > 1
  return (
    <ul className={cn('grid gap-0.5', isAlbum && 'w-72 max-w-full grid-cols-6')}>
      {files.map((file, index) => {
        const size = sizeIn(files.length, index)
        return (
          <li key={file.key} className={cn(isAlbum && spans[size])}>
            {pictured ? <Picture file={file} size={size} /> : <Row file={file} />}
          </li>
        )
      })}
    </ul>
  )
}

/** How much of its row a picture takes. */
type Size = 'alone' | 'whole' | 'half' | 'third'

/** Rows of three, and above them a row of the one or two that remain: so the text below an album stays in sight. */
function sizeIn(count: number, index: number): Size {
  if (count === 1) return 'alone'
  if (count === 3) return index === 0 ? 'whole' : 'half'
  if (index >= count % 3) return 'third'
  return count % 3 === 1 ? 'whole' : 'half'
}

const spans: Record<Size, string> = {
  alone: '',
  whole: 'col-span-6',
  half: 'col-span-3',
  third: 'col-span-2',
}

/** Width divided by height. */
const shapes = { whole: 2, half: 1.5, third: 1 }

function Picture({ file, size }: { file: ContentFile; size: Size }) {
  const { data: media, error } = useMedia(file.mediaId)
  const uploading = useUploading(file.key)
  const ratio = media?.width && media.height ? media.width / media.height : 4 / 3
  const shape = size === 'alone' ? Math.min(2, Math.max(0.75, ratio)) : shapes[size]
  return (
    <span
      className="relative grid w-full max-w-full place-items-center overflow-hidden bg-sunken"
      // A single picture keeps its shape within the limits of chats. It is at most as high as leaves room below it, and as
      // wide as a text below it needs.
      style={{
        aspectRatio: shape,
        ...(size === 'alone' ? { width: `min(18rem, ${Math.max(12, 15 * shape)}rem)` } : {}),
      }}
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
