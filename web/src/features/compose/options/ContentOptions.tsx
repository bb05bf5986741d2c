import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { type ContentFile, isSeen } from '../media/files.ts'

/** How a text is sent. `at` is where the fields stand in the form: nothing, or a part of it such as `steps.2.`. */
export function ContentOptions({ at = '' }: { at?: string }) {
  const { register, control } = useFormContext()
  const files: ContentFile[] = useWatch({ control, name: `${at}files` })
  return (
    <div className="grid gap-3">
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
      <Checkbox label="Show a preview of the first link" {...register(`${at}linkPreview`)} />
      {files.some(({ kind }) => isSeen(kind)) && (
        <Checkbox label="Show the text above the pictures" {...register(`${at}captionAbove`)} />
      )}
    </div>
  )
}
