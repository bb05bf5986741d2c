import { ArrowLeft, ArrowRight, Ellipsis, Eye, EyeOff, RotateCw, Text, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { useReordered } from '../../../ui/Reorder.tsx'
import { AltDialog } from './AltDialog.tsx'
import { type ContentFile, isSeen } from './files.ts'
import { nouns } from './nouns.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { isDeleted, useMedia } from './queries.ts'
import { retryUpload, useUploading } from './uploads.ts'

type TileProps = {
  file: ContentFile
  index: number
  /** How many there are. */
  count: number
  /** To the place at this index. */
  onMove: (to: number) => void
  onChange: (file: ContentFile) => void
  onRemove: () => void
}

/** One file: what it shows, how far its upload is, and what can be done with it. */
export function Tile({ file, index, count, onMove, onChange, onRemove }: TileProps) {
  const uploading = useUploading(file.key)
  const { data: media, error } = useMedia(file.mediaId)
  const { card, handle, isDragging, edge } = useReordered(file.key, index)
  const [isDescribing, setDescribing] = useState(false)
  const name = media?.name ?? (file.name || 'File')
  const isUnderWay = !file.mediaId && uploading && !uploading.problem
  const problem = file.mediaId
    ? isDeleted(error)
      ? 'This file was deleted. Remove it.'
      : undefined
    : (uploading?.problem ?? (uploading ? undefined : 'The upload was interrupted.'))

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onMove(event.key === 'ArrowLeft' ? index - 1 : index + 1)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Short cuts for its own menu.
    <li
      ref={card}
      aria-label={`File ${index + 1}: ${name}`}
      className={cn('relative grid w-28 content-start gap-1', isDragging && 'opacity-40')}
      onKeyDown={onKeyDown}
    >
      {edge && (
        <span
          aria-hidden
          className="absolute inset-y-0 w-0.5 rounded-full bg-accent"
          style={{ [edge === 'above' ? 'left' : 'right']: -7 }}
        />
      )}
      <button
        {...handle}
        type="button"
        aria-label={count > 1 ? `Move file ${index + 1}` : name}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
        // A finger on it drags, and scrolls nothing.
        style={{ touchAction: 'none', cursor: count > 1 ? 'grab' : 'default' }}
        className="relative grid h-28 w-28 place-items-center overflow-hidden rounded-md border border-line bg-sunken"
      >
        <Thumbnail
          src={media?.thumbnailUrl ?? uploading?.preview}
          alt={media?.alt ?? ''}
          kind={file.kind}
        />
        {file.spoiler && (
          <span className="absolute inset-0 grid place-items-center bg-overlay text-white">
            <EyeOff size={20} aria-label="Covered" />
          </span>
        )}
      </button>
      <span className="flex justify-end gap-0.5">
        {file.mediaId && (
          <Menu
            trigger={
              <Button size="sm" variant="plain" icon aria-label={`More for file ${index + 1}`}>
                <Ellipsis size={16} aria-hidden />
              </Button>
            }
            items={[
              index > 0 && {
                label: 'Move left',
                icon: ArrowLeft,
                onSelect: () => onMove(index - 1),
              },
              index < count - 1 && {
                label: 'Move right',
                icon: ArrowRight,
                onSelect: () => onMove(index + 1),
              },
              { label: 'Describe it', icon: Text, onSelect: () => setDescribing(true) },
              isSeen(file.kind) && {
                label: file.spoiler ? 'Uncover' : 'Cover until tapped',
                icon: file.spoiler ? Eye : EyeOff,
                onSelect: () => onChange({ ...file, spoiler: !file.spoiler }),
              },
            ]}
          />
        )}
        <Button
          size="sm"
          variant="plain"
          icon
          aria-label={isUnderWay ? `Cancel the upload of ${name}` : `Remove ${name}`}
          onClick={onRemove}
        >
          <X size={16} aria-hidden />
        </Button>
      </span>
      <span className="truncate text-xs text-muted">
        {name}
        {file.kind && <span className="sr-only">, {nouns[file.kind]}</span>}
      </span>
      {isUnderWay && (
        <>
          <Progress label={`Uploading ${name}`} value={uploading.progress} />
          <span role="status" className="text-xs text-muted">
            {uploading.waiting
              ? 'The connection is away. It goes on by itself.'
              : uploading.progress < 1
                ? `${Math.round(uploading.progress * 100)} %`
                : 'Checking the file'}
          </span>
        </>
      )}
      {problem && (
        <span role="alert" className="text-xs text-danger">
          {problem}
        </span>
      )}
      {uploading?.canRetry && !file.mediaId && (
        <Button size="sm" onClick={() => retryUpload(file.key)}>
          <RotateCw size={14} aria-hidden /> Try again
        </Button>
      )}
      {media && <AltDialog media={media} open={isDescribing} onOpenChange={setDescribing} />}
    </li>
  )
}
