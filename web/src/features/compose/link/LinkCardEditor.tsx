import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Field, Problem } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { lazyComponent, LazyDialog } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { useNested } from '../content/useNested.ts'
import { useMedia } from '../media/queries.ts'
import { Thumbnail } from '../media/Thumbnail.tsx'
import type { LinkCardFields } from './linkCard.ts'
import { useNoCardReason } from './useNoCardReason.ts'

// Only who chooses a picture loads it.
const Library = lazyComponent(async () => (await import('../media/Library.tsx')).default)

type LinkCardEditorProps = {
  /** The path of the content in the form. */
  at: string
  /** Whether somebody has just asked for it. */
  isNew: boolean
}

/** What members of WhatsApp see of the first link: nobody but the writer can say it, since no address is looked at. */
export default function LinkCardEditor({ at, isNew }: LinkCardEditorProps) {
  const name = `${at}linkCard`
  const { value: card, onChange, onBlur, problem } = useNested<LinkCardFields>(name)
  const obstacle = useNoCardReason(at)
  const [begins] = useState(isNew)
  useEffect(() => {
    if (begins) document.getElementsByName(`${name}.title`)[0]?.focus()
    // Only once, when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const change = (part: Partial<LinkCardFields>) => onChange({ ...card, ...part })
  function remove() {
    const put = onChange as (next: LinkCardFields | null) => void
    put(null)
    const undo = () => put(card)
    toast({ title: 'The link preview was removed', action: { label: 'Undo', run: undo } })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- To know when the focus leaves all of it.
    <fieldset
      data-field={name}
      className="grid gap-3"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
    >
      <legend className="mb-1.5 text-sm font-medium">Link preview on WhatsApp</legend>
      <p className="-mt-2 text-sm text-muted">
        {obstacle ??
          'It stands above the text. Say what the page says: this server opens no links.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Picture
          mediaId={card.mediaId}
          problem={problem('mediaId')}
          onChoose={(mediaId) => change({ mediaId })}
        />
        <div className="grid content-start gap-2">
          <Field label="Title" error={problem('title')}>
            {(control) => (
              <Input
                {...control}
                name={`${name}.title`}
                value={card.title}
                dir="auto"
                autoComplete="off"
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <Field label="Description" error={problem('description')}>
            {(control) => (
              <Input
                {...control}
                name={`${name}.description`}
                value={card.description}
                dir="auto"
                autoComplete="off"
                onChange={(event) => change({ description: event.target.value })}
              />
            )}
          </Field>
        </div>
      </div>
      {problem() && <Problem>{problem()}</Problem>}
      <div>
        <Button size="sm" onClick={remove}>
          Remove the link preview
        </Button>
      </div>
    </fieldset>
  )
}

type PictureProps = {
  mediaId: string | null
  problem: string | undefined
  onChoose: (mediaId: string | null) => void
}

/** The photo beside the link: one of those that were uploaded. */
function Picture({ mediaId, problem, onChoose }: PictureProps) {
  const media = useMedia(mediaId ?? undefined).data
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="grid content-start justify-items-start gap-2">
      {mediaId !== null && (
        <span className="grid size-20 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
          <Thumbnail src={media?.thumbnailUrl} alt={media?.alt || 'Picture'} kind="photo" />
        </span>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setChoosing(true)}>
          {mediaId === null ? 'Choose a picture' : 'Another picture'}
        </Button>
        {mediaId !== null && (
          <Button size="sm" variant="plain" onClick={() => onChoose(null)}>
            Without a picture
          </Button>
        )}
      </div>
      {problem && <Problem>{problem}</Problem>}
      {isChoosing && (
        <LazyDialog onFailed={() => setChoosing(false)}>
          <Library
            open
            onOpenChange={setChoosing}
            room={1}
            kind="photo"
            onChoose={([photo]) => {
              if (photo) onChoose(photo.id)
              setChoosing(false)
            }}
          />
        </LazyDialog>
      )}
    </div>
  )
}
