import { useFormContext, useWatch } from 'react-hook-form'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { ContentFile } from '../media/files.ts'
import { dropUpload } from '../media/uploads.ts'
import { isPollBegun, pollFields, type PollFields } from '../poll/poll.ts'
import type { OwnFields } from './options.ts'

/** Says which parts of the form belong to the other kind of content (poll or message): they stay, and are not sent. */
export function UnsentParts({ at, says }: { at: string; says: OwnFields['says'] }) {
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
