import type { Media } from '@carillon/contract/media'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { type ContentFile, newFile } from './files.ts'
import { startUpload } from './uploads.ts'

/** The files of a content as its form holds them. */
export type Files = { value: readonly ContentFile[]; onChange: (files: ContentFile[]) => void }

/** Adds files to a content: chosen, dropped, pasted, or from the library. Without `files` it takes none. */
export function useAttaching(files: Files | undefined) {
  const [isOver, setOver] = useState(false)

  function attach(list: Iterable<File>) {
    if (!files) return
    const added = [...list].map((file) => ({ file, entry: newFile(file.name) }))
    if (added.length === 0) return
    for (const { file, entry } of added) startUpload(entry.key, file)
    files.onChange([...files.value, ...added.map(({ entry }) => entry)])
  }

  function reuse(list: readonly Media[]) {
    if (!files) return
    const added = list.map(({ id, kind, name }) => ({ ...newFile(name), mediaId: id, kind }))
    files.onChange([...files.value, ...added])
  }

  const events = files && {
    onPaste(event: ClipboardEvent) {
      // A text that was copied from a document may bring a picture of itself along.
      if (event.clipboardData.files.length === 0 || event.clipboardData.getData('text')) return
      event.preventDefault()
      attach(event.clipboardData.files)
    },
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      if (event.dataTransfer.files.length === 0) return
      event.preventDefault()
      setOver(false)
      attach(event.dataTransfer.files)
    },
  }
  return { attach, reuse, events, isOver }
}
