import { useState } from 'react'
import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'
import type { CycleForm } from '../form.ts'
import { useMessage } from '../../messages/queries.ts'
import { newStep, type StepForm } from '../steps.ts'
import { contentFields } from '../../compose/content/options.ts'

/** What a message brings into the editor of a cycle: a step that says it, and where it goes to. */
export type Added = { step: StepForm } & Pick<CycleForm, 'name' | 'groupIds' | 'topics'>

/**
 * What the message that the address names (`?message=`) brings. `isPending` until it is known; one that is gone
 * brings nothing.
 */
export function useAdded(): { isPending: boolean; added: Added | undefined } {
  const [search] = useSearchParams()
  const id = search.get('message') ?? ''
  const message = useMessage(id, { enabled: id !== '' })
  // The same step each time: its id is given here.
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
