import { ALT_MAX, type Media, updateMedia } from '@carillon/contract/media'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { errorWords } from '../../../api/errors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { receiveMedia } from './queries.ts'

type AltDialogProps = { media: Media; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks what a file shows, for those who cannot see it. */
export function AltDialog({ media, open, onOpenChange }: AltDialogProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const [alt, setAlt] = useState(media.alt)
  const save = useMutation({
    mutationFn: () =>
      call(updateMedia, {
        params: { id: media.id },
        body: { rev: media.rev, name: media.name, alt: alt.trim() },
      }),
    onSuccess: (saved) => {
      receiveMedia(queryClient, saved)
      onOpenChange(false)
    },
  })
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
        onSubmit={(event) => {
          // The form of the page is around this one, for React.
          event.preventDefault()
          event.stopPropagation()
          save.mutate()
        }}
      >
        <Field label="Description" error={save.isError ? errorWords(save.error) : undefined}>
          {(control) => (
            <Textarea
              {...control}
              value={alt}
              rows={3}
              dir="auto"
              maxLength={ALT_MAX}
              onChange={(event) => setAlt(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
