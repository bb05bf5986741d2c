import type { Media } from '@carillon/contract/media'
import { FolderOpen, Paperclip, Upload } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { memo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { Menu } from '../../../ui/Menu.tsx'

// Only who uses a file again loads it.
const Library = lazyComponent(async () => (await import('./Library.tsx')).default)

type AttachMenuProps = {
  onAttach: (files: Iterable<File>) => void
  onReuse: (media: readonly Media[]) => void
  /** How many more files the content takes. */
  room: number
}

/** The button that adds files to a text: one of its toolbar. */
export const AttachMenu = memo(function AttachMenu(props: AttachMenuProps) {
  const { onAttach, onReuse, room } = props
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <Toolbar.Button asChild>
            <Button variant="plain" size="sm" aria-label="Add files">
              <Paperclip size={16} aria-hidden /> Add files
            </Button>
          </Toolbar.Button>
        }
        items={[
          { label: 'Upload', icon: Upload, onSelect: () => input.current?.click() },
          { label: 'From your files', icon: FolderOpen, onSelect: () => setChoosing(true) },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          onAttach(event.target.files ?? [])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      {isChoosing && (
        <LazyDialog onFailed={() => setChoosing(false)}>
          <Library
            open
            onOpenChange={setChoosing}
            room={room}
            onChoose={(media) => {
              onReuse(media)
              setChoosing(false)
            }}
          />
        </LazyDialog>
      )}
    </>
  )
})
