import { ALT_MAX, type Media, updateMedia } from '@carillon/contract/media'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords, isApiError } from '../../../api/errors.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { receiveMedia } from './queries.ts'

type AltDialogProps = { media: Media; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks what a file shows, for those who cannot see it. */
export function AltDialog({ media, open, onOpenChange }: AltDialogProps) {
  const id = useId()
  const queryClient = useQueryClient()
  // What is typed, and the file that it describes anew: until then the newest description is shown.
  const [typed, setTyped] = useState<{ alt: string; base: Media }>()
  const alt = typed?.alt ?? media.alt
  // Another device has described it since: a person decides.
  const isStale =
    typed !== undefined && media.alt !== typed.base.alt && media.alt !== typed.alt.trim()
  const save = useMutation({
    mutationFn: () =>
      call(updateMedia, {
        params: { id: media.id },
        body: {
          rev: (isStale ? typed.base : media).rev,
          name: media.name,
          alt: alt.trim(),
        },
      }).catch((error: unknown) => {
        const there = isApiError(error, 'conflict') && (error.current as Media | undefined)
        if (there) receiveMedia(queryClient, there)
        // It was saved before, and the answer was lost.
        if (there && there.alt === alt.trim()) return there
        throw error
      }),
    onSuccess: (saved) => {
      receiveMedia(queryClient, saved)
      setTyped(undefined)
      onOpenChange(false)
    },
  })
  const settle = (next: typeof typed) => {
    save.reset()
    setTyped(next)
  }

  function load() {
    settle(undefined)
    const back = () => settle({ alt, base: media })
    toast({ title: 'The newest is loaded', action: { label: 'Put mine back', run: back } })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Describe it"
      description="For people who cannot see it, where the network shows a description. You find the file by it, too."
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid gap-4"
        onSubmit={(event) => {
          // The form of the page is around this one, for React.
          event.preventDefault()
          event.stopPropagation()
          save.mutate()
        }}
      >
        {isStale && (
          <Banner
            tone="warn"
            title="Its description has changed since you opened it"
            action={
              <>
                <Button size="sm" onClick={load}>
                  Load the newest
                </Button>
                <Button size="sm" variant="primary" onClick={() => settle({ alt, base: media })}>
                  Keep mine
                </Button>
              </>
            }
          >
            <p>
              Yours is not saved yet. Keep yours and then save it, over the newest; or load the
              newest instead.
            </p>
            <p dir="auto" className="mt-2 text-ink whitespace-pre-wrap [overflow-wrap:anywhere]">
              {media.alt || 'Nothing'}
            </p>
          </Banner>
        )}
        <Field
          label="Description"
          error={save.isError && !isStale ? errorWords(save.error) : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              value={alt}
              rows={3}
              dir="auto"
              maxLength={ALT_MAX}
              onChange={(event) =>
                setTyped({ alt: event.target.value, base: typed?.base ?? media })
              }
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
