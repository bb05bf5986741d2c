import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type ContentFile, isSeen, thingOf } from '../media/files.ts'
import type { Network } from '../networks.ts'

type Options = {
  /** Where the fields stand in the form: nothing, or a part of it such as `steps.2.`. */
  at?: string
  /** The networks whose options are offered. */
  networks: readonly Pick<Network, 'id'>[]
}

/** How a content is sent. What only Telegram has is offered unless all of it goes to WhatsApp alone. */
export function ContentOptions({ at = '', networks }: Options) {
  const { register, control } = useFormContext()
  const [files, textAfter] = useWatch({ control, name: [`${at}files`, `${at}textAfter`] }) as [
    ContentFile[],
    boolean,
  ]
  return (
    <div className="grid gap-3">
      {networks.some(({ id }) => id === 'telegram') && (
        <>
          <Checkbox
            label="Send without a sound"
            note="Members see it, but their phones stay quiet."
            {...register(`${at}silent`)}
          />
          <Checkbox
            label="Protect the content"
            note="Members cannot forward or save it."
            {...register(`${at}protect`)}
          />
          {!textAfter && files.some(({ kind }) => isSeen(kind)) && (
            <Checkbox label="Show the text above the pictures" {...register(`${at}captionAbove`)} />
          )}
        </>
      )}
      <Checkbox label="Show a preview of the first link" {...register(`${at}linkPreview`)} />
      {files.length > 0 && (
        <Checkbox
          label={`Send the text after the ${thingOf(files)}`}
          note="As a message of its own, which may be longer."
          {...register(`${at}textAfter`)}
        />
      )}
      {networks.some(({ id }) => id === 'whatsapp') && (
        <Checkbox
          label="Mention everybody on WhatsApp"
          note="Each member is notified of being mentioned."
          {...register(`${at}mentionAll`)}
        />
      )}
    </div>
  )
}
