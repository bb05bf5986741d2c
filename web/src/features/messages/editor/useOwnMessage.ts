import { createMessage } from '@carillon/contract/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import { receiveMessage } from '../cache.ts'
import type { MessageForm } from '../form.ts'

/** Makes the text of the form around a draft of its own, to the same groups; here only the files stay. */
export function useOwnMessage() {
  const { getValues, setValue } = useFormContext<MessageForm>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const tellRefusal = useRefusalToast()
  return async (text: string) => {
    const { groupIds } = getValues()
    try {
      const draft = await call(
        createMessage,
        { body: { kind: 'scheduled', status: 'draft', content: { text }, groupIds } },
        { once: true },
      )
      receiveMessage(queryClient, draft)
      // What was typed meanwhile stays.
      if (getValues('text') === text) {
        setValue('text', '', { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      }
      toast({
        title: 'The text is a draft of its own',
        description: 'Give it a time after this message.',
        action: { label: 'Open', run: () => navigate(paths.editMessage(draft.id)) },
      })
    } catch (error) {
      tellRefusal(error, 'The text could not be moved')
    }
  }
}
