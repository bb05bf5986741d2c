import { listMedia, type Media } from '@carillon/contract/media'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ScrollArea } from '../../../ui/ScrollArea.tsx'
import { SearchInput } from '../../../ui/SearchInput.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { nouns } from './nouns.ts'
import { Thumbnail } from './Thumbnail.tsx'

type LibraryProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How many more files the content takes. */
  room: number
  /** Of these files one is chosen, whatever the room. */
  kind?: 'photo'
  /** The files that are chosen, in the order in which they were. */
  onChoose: (media: Media[]) => void
}

/** All that was uploaded, to be searched and used again. */
export default function Library({ open, onOpenChange, room, kind, onChoose }: LibraryProps) {
  const [chosen, setChosen] = useState<Media[]>([])
  // Who chooses one chooses another instead.
  const isFull = !kind && chosen.length >= room
  const toggle = (media: Media) =>
    setChosen((before) => {
      const without = before.filter(({ id }) => id !== media.id)
      return without.length < before.length ? without : kind ? [media] : [...before, media]
    })
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title="Your files"
      actions={
        <>
          {isFull && (
            <p role="status" className="mr-auto self-center text-sm text-muted">
              A message takes no more files.
            </p>
          )}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="primary"
            aria-disabled={chosen.length === 0}
            onClick={() => chosen.length > 0 && onChoose(chosen)}
          >
            {kind
              ? 'Use this picture'
              : chosen.length > 1
                ? `Add ${chosen.length} files`
                : 'Add the file'}
          </Button>
        </>
      }
    >
      <Files chosen={chosen} isFull={isFull} kind={kind} onToggle={toggle} />
    </Dialog>
  )
}

const NO_FILE = 'What you upload is kept here, to be used again.'
const NO_PICTURE =
  'You have uploaded no photo yet. One that you add to a message by Add files is kept here.'

type FilesProps = {
  chosen: Media[]
  isFull: boolean
  kind: 'photo' | undefined
  onToggle: (media: Media) => void
}

function Files({ chosen, isFull, kind, onToggle }: FilesProps) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useInfiniteQuery({
    queryKey: ['media-list', q, kind],
    queryFn: ({ pageParam }) =>
      call(listMedia, {
        query: {
          ...(q ? { q } : {}),
          ...(kind ? { kind } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid gap-3">
      <SearchInput
        aria-label="Search your files"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {list.isError && <Banner tone="danger">{errorWords(list.error)}</Banner>}
      {list.isPending && (
        <Loading label="Loading your files">
          <Skeleton className="h-48" />
        </Loading>
      )}
      {list.data && items.length === 0 && (
        <p className="py-8 text-center text-muted">
          {q ? 'No file is called that.' : kind ? NO_PICTURE : NO_FILE}
        </p>
      )}
      {items.length > 0 && (
        <ScrollArea maxHeight="20rem" label="Your files" contentFocusable>
          <ul className="grid grid-cols-2 gap-3 p-1 sm:grid-cols-4">
            {items.map((media) => {
              const isChosen = chosen.some(({ id }) => id === media.id)
              return (
                <li key={media.id} className="min-w-0">
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    aria-label={`${media.name}, ${nouns[media.kind]}`}
                    aria-disabled={isFull && !isChosen}
                    className="grid w-full gap-1 text-left"
                    onClick={() => (isChosen || !isFull) && onToggle(media)}
                  >
                    <span
                      className={cn(
                        'relative grid h-28 place-items-center overflow-hidden rounded-md border bg-sunken',
                        isChosen ? 'border-accent' : 'border-line',
                      )}
                    >
                      <Thumbnail src={media.thumbnailUrl} alt={media.alt} kind={media.kind} />
                      {isChosen && (
                        <span className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-accent text-accent-ink">
                          <Check size={14} aria-hidden />
                        </span>
                      )}
                    </span>
                    <span className="truncate text-xs text-muted">{media.name}</span>
                  </button>
                </li>
              )
            })}
          </ul>
          {list.hasNextPage && (
            <div className="py-3 text-center">
              <Button
                size="sm"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )}
        </ScrollArea>
      )}
    </div>
  )
}
