import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { count } from '../../../ui/words.ts'
import { Reorder } from '../../../ui/Reorder.tsx'
import { type ContentFile, moved } from './files.ts'
import { receiveMedia } from './queries.ts'
import { Tile } from './Tile.tsx'
import { dropUpload, useUploads } from './uploads.ts'

type TrayProps = {
  files: readonly ContentFile[]
  onChange: (files: ContentFile[]) => void
}

/** The files of a content, in the order in which they are shown. */
export default function Tray({ files, onChange }: TrayProps) {
  const id = useId()
  const uploads = useUploads()
  useArrivals(files, onChange)
  const move = (from: number, to: number) => {
    if (files[to]) onChange(moved(files, from, to))
  }
  return (
    <div className="grid gap-2 border-t border-line p-3">
      <span id={id} className="text-sm font-medium">
        {countWords(files, uploads)}
      </span>
      <Reorder noun="File" ids={files.map(({ key }) => key)} onMove={move}>
        <ul aria-labelledby={id} className="flex flex-wrap gap-3">
          {files.map((file, index) => (
            <Tile
              key={file.key}
              file={file}
              index={index}
              count={files.length}
              onMove={(to) => move(index, to)}
              onChange={(next) => onChange(files.toSpliced(index, 1, next))}
              onRemove={() => {
                dropUpload(file.key)
                onChange(files.toSpliced(index, 1))
              }}
            />
          ))}
        </ul>
      </Reorder>
    </div>
  )
}

/** How many files are there or on their way; those that will not come by themselves are counted apart. */
function countWords(files: readonly ContentFile[], uploads: ReturnType<typeof useUploads>): string {
  const missing = files.filter(({ key, mediaId }) => {
    const upload = uploads(key)
    return !mediaId && (!upload || upload.problem !== undefined)
  }).length
  if (files.length === 1) return missing === 0 ? 'File' : 'File, not uploaded'
  return [count(files.length - missing, 'file'), missing > 0 && `${missing} not uploaded`]
    .filter(Boolean)
    .join(', ')
}

/** Writes into the form what has been uploaded. */
function useArrivals(files: readonly ContentFile[], onChange: (files: ContentFile[]) => void) {
  const queryClient = useQueryClient()
  const uploads = useUploads()
  useEffect(() => {
    let changed = false
    const next = files.map((file) => {
      const media = file.mediaId ? undefined : uploads(file.key)?.media
      if (!media) return file
      changed = true
      receiveMedia(queryClient, media)
      return { ...file, mediaId: media.id, kind: media.kind, name: media.name }
    })
    if (changed) onChange(next)
  }, [files, onChange, queryClient, uploads])
}
