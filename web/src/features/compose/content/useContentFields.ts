import { useController, useFormContext } from 'react-hook-form'
import type { ContentFile } from '../media/files.ts'

/** The text and the files of a content, as its editor takes them. `at` is where they stand in the form around: nothing, or a part of it such as `steps.2.`. */
export function useContentFields(at = '') {
  const { control, trigger } = useFormContext()
  const name = `${at}text`
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name })
  const files = useController({ control, name: `${at}files` }).field
  const after = useController({ control, name: `${at}textAfter` }).field
  return {
    ref,
    value: value as string,
    onChange,
    onBlur,
    problem: error?.message,
    after: {
      value: after.value as boolean,
      onChange(next: boolean) {
        after.onChange(next)
        // It may be longer, or has to be shorter now.
        if (error || !next) void trigger(name)
      },
    },
    files: {
      value: files.value as ContentFile[],
      onChange(next: ContentFile[]) {
        files.onChange(next)
        // A problem of the text may depend on the files.
        if (error) void trigger(name)
      },
    },
  }
}
