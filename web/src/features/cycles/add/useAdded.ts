import { useState } from 'react'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import type { CycleForm } from '../form.ts'
import { useMessage } from '../../messages/queries.ts'
import { newStep, type StepForm } from '../steps.ts'
import { contentFields } from '../../compose/content/options.ts'

/** What a message adds to the editor of a cycle: a step with its content, and its groups. */
export type Added = { step: StepForm } & Pick<CycleForm, 'name' | 'groupIds' | 'topics'>

/** What the message in the address (`?message=`) adds. `isPending` while it loads; a deleted message adds nothing. */
export function useAdded(): { isPending: boolean; added: Added | undefined } {
  const [search] = useSearchParams()
  const id = search.get('message') ?? ''
  const message = useMessage(id, { enabled: id !== '' })
  // The step is created once, so that its id stays.
  const [step] = useState(newStep)
  if (id === '') return { isPending: false, added: undefined }
  const { data } = message
  if (!data) return { isPending: message.isPending, added: undefined }
  const { content, title, groupIds, topics } = data
  return {
    isPending: false,
    added: {
      step: { ...step, text: content.text, ...contentFields(content) },
      name: title ?? '',
      groupIds,
      topics: topics ?? {},
    },
  }
}
