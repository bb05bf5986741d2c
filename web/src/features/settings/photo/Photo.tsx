import { deleteMedia } from '@carillon/contract/media'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { session } from '../../../api/session/current.ts'
import { askOrRead } from '../../../app/retries.ts'
import { useUser } from '../../../api/session/useSession.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Problem } from '../../../ui/Field.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { useUpdateMe } from '../useUpdateMe.ts'
import { usePhotoUpload } from './usePhotoUpload.ts'

/** What browsers let choose; the server looks at what is in the file. A phone makes JPEG of its own types by it. */
const TYPES = 'image/jpeg,image/png,image/webp'

/** The photo of the profile: chosen, dropped or pasted, and saved at once. */
export function Photo() {
  const { displayName, email, photoURL, photoId } = useUser()
  const { state, choose, cancel, refuse } = usePhotoUpload()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const remove = useRemoval(photoId)
  const sending = state.kind === 'sending' ? state : undefined
  const problem =
    state.kind === 'failed' ? state.words : remove.isError ? errorWords(remove.error) : undefined

  function take(files: FileList | undefined) {
    const [file] = files ?? []
    if (!file) return
    if (files && files.length > 1) refuse('Choose one picture; these are several.')
    else choose(file)
  }
  usePastedFiles(take)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- What a drop does, the button in it does by keyboard.
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={problem ? `${id}-hint ${id}-problem` : `${id}-hint`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={cn(
        'grid gap-3 rounded-lg outline-offset-8 outline-accent-text',
        isOver && 'outline-2 outline-dashed',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={displayName} email={email} photo={sending?.preview ?? photoURL} large />
        <div className="grid min-w-0 flex-1 basis-56 gap-2">
          <span id={`${id}-label`} className="text-sm font-medium">
            Photo
          </span>
          {sending ? (
            <div className="grid gap-2">
              <Progress label="Uploading the photo" value={sending.progress} />
              <div className="flex items-center justify-between gap-3">
                <p role="status" className="text-sm text-muted">
                  {wordsFor(sending)}
                </p>
                <Button size="sm" onClick={cancel}>
                  Cancel
                </Button>
              </div>
            </div>
          ) : (
            <div className="flex flex-wrap gap-2">
              {state.kind === 'failed' && state.again && (
                <Button size="sm" onClick={state.again}>
                  Try again
                </Button>
              )}
              <Button size="sm" onClick={() => input.current?.click()}>
                {photoURL ? 'Change photo' : 'Upload photo'}
              </Button>
              {photoURL && (
                <Button
                  size="sm"
                  variant="plain"
                  loading={remove.isPending}
                  onClick={() => remove.mutate()}
                >
                  Remove photo
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        aria-label="Photo"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          take(event.target.files ?? undefined)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      {problem && <Problem id={`${id}-problem`}>{problem}</Problem>}
      <p id={`${id}-hint`} className="text-sm text-muted text-pretty">
        JPEG, PNG or WebP, up to 10 MB; the middle is cut to a square. You can drop or paste one
        here, too. Without a photo, your initial is shown.
      </p>
    </div>
  )
}

function wordsFor({ progress, waiting }: { progress: number; waiting: boolean }): string {
  if (waiting) return 'The connection is away. The upload goes on by itself once it is back.'
  return progress < 1 ? `Uploading, ${Math.round(progress * 100)} %` : 'Checking the picture'
}

/** Takes away what is shown: the upload, behind which the photo of the identity may show, else that one. */
function useRemoval(photoId: string | undefined) {
  const update = useUpdateMe()
  return useMutation({
    async mutationFn() {
      if (!photoId) return update({ photoURL: '' })
      await askOrRead<unknown>(() => call(deleteMedia, { params: { id: photoId } }), {
        not_found: () => 'gone',
      })
      await session.refresh()
    },
    onSuccess: () => toast({ title: 'Photo removed' }),
  })
}

/** Gives the files that are pasted anywhere on the page. */
function usePastedFiles(take: (files: FileList | undefined) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!event.clipboardData?.files.length) return
    event.preventDefault()
    take(event.clipboardData.files)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
