import { Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice, choicesLook } from '../../../ui/Choice.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { type ButtonFields, newButton } from '../buttons/buttons.ts'
import type { ContentFile } from '../media/files.ts'
import { dropUpload } from '../media/uploads.ts'
import type { Network } from '../networks.ts'
import { isPollBegun, pollFields, type PollFields } from '../poll/poll.ts'
import { ContentEditor } from './ContentEditor.tsx'
import type { ContentFields } from './options.ts'
import { useContentFields } from './useContentFields.ts'

// Only who asks a question, or adds a button, loads them.
const PollEditor = lazy(() => import('../poll/PollEditor.tsx'))
const ButtonsEditor = lazy(() => import('../buttons/ButtonsEditor.tsx'))

type ContentPartProps = {
  /** Where the content stands in the form around: nothing, or a part of it such as `steps.2.`. */
  at?: string
  networks: readonly Network[]
  label?: string
  rows?: number
  /** It is what a page begins with. */
  first?: boolean
  /** Makes the text below files a message of its own, where there are messages. */
  onMove?: ((text: string) => Promise<void>) | undefined
}

/** What is said, in the form around: a text with files, or a poll, and the buttons below. */
export function ContentPart({ at = '', networks, label = 'Message', ...text }: ContentPartProps) {
  const { control } = useFormContext()
  const says = useController({ control, name: `${at}says` }).field
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="sr-only">{label === 'Message' ? 'Kind' : `Kind: ${label}`}</legend>
        <div className={choicesLook}>
          {kinds.map(({ kind, name }) => (
            <Choice
              key={kind}
              label={name}
              name={says.name}
              checked={says.value === kind}
              onChange={() => says.onChange(kind)}
            />
          ))}
        </div>
      </fieldset>
      <Aside at={at} says={says.value as ContentFields['says']} />
      {says.value === 'poll' ? (
        <Waiting>
          <PollEditor at={at} networks={networks} />
        </Waiting>
      ) : (
        <Text {...text} at={at} networks={networks} label={label} />
      )}
      <Buttons at={at} />
    </div>
  )
}

const kinds = [
  { kind: 'message', name: 'Text and files' },
  { kind: 'poll', name: 'Poll' },
] as const

function Text({ at, ...props }: Required<Pick<ContentPartProps, 'at'>> & ContentPartProps) {
  const { ref, ...fields } = useContentFields(at)
  return <ContentEditor {...fields} ref={ref} {...props} />
}

/** What belongs to the other kind: it is kept, and not sent. */
function Aside({ at, says }: { at: string; says: ContentFields['says'] }) {
  const { control, getValues, setValue } = useFormContext()
  const [text, files, poll] = useWatch({
    control,
    name: [`${at}text`, `${at}files`, `${at}poll`],
  }) as [string, ContentFile[], PollFields]
  const isKept = says === 'poll' ? text.trim() !== '' || files.length > 0 : isPollBegun(poll)
  if (!isKept) return null

  function discard() {
    const options = { shouldDirty: true }
    if (says === 'message') return setValue(`${at}poll`, pollFields(), options)
    for (const { key } of getValues(`${at}files`) as ContentFile[]) dropUpload(key)
    setValue(`${at}text`, '', options)
    setValue(`${at}files`, [], options)
  }
  return (
    <Banner
      action={
        <Button size="sm" onClick={discard}>
          Discard it
        </Button>
      }
    >
      {says === 'poll'
        ? `A poll is sent without text and files. ${keptWords(text, files)} will not be sent or saved. Choose Text and files to have it back.`
        : 'The poll that you wrote will not be sent or saved. Choose Poll to have it back.'}
    </Banner>
  )
}

function keptWords(text: string, files: readonly ContentFile[]): string {
  const some = files.length === 1 ? 'Your file' : `Your ${files.length} files`
  if (text.trim() === '') return some
  return files.length === 0 ? 'Your text' : `${some} and your text`
}

/** The buttons below; the first one is a press away. */
function Buttons({ at }: { at: string }) {
  const { control } = useFormContext()
  const { value, onChange } = useController({ control, name: `${at}buttons` }).field
  const [isNew, setNew] = useState(false)
  if ((value as ButtonFields[]).length > 0) {
    return (
      <Waiting>
        <ButtonsEditor at={at} isNew={isNew} />
      </Waiting>
    )
  }
  return (
    <div className="-my-1">
      <Button
        size="sm"
        variant="plain"
        className="-ml-2.5"
        onClick={() => {
          setNew(true)
          onChange([newButton()])
        }}
      >
        <Plus size={16} aria-hidden /> Add a link button
      </Button>
    </div>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <Loading label="Loading the form">
        <Skeleton className="h-48" />
      </Loading>
    }
  >
    {children}
  </Suspense>
)
