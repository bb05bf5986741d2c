import {
  cancelMessage,
  deleteMessage,
  duplicateMessage,
  type Message,
  pauseMessage,
  resumeMessage,
  sendMessageNow,
} from '@carillon/contract/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { useRefusalToast } from '../../../app/refusalToast.ts'
import { paths } from '../../../app/paths.ts'
import { toast } from '../../../ui/toast/store.ts'
import { forgetMessage, receiveMessage } from '../cache.ts'
import { hideMessage, showMessage } from './hidden.ts'
import { laterUnlessUndone } from './laterUnlessUndone.ts'

const verbs = {
  pause: { endpoint: pauseMessage, refused: 'It could not be paused' },
  resume: { endpoint: resumeMessage, refused: 'It could not be resumed' },
  cancel: { endpoint: cancelMessage, refused: 'It could not be cancelled' },
  sendNow: { endpoint: sendMessageNow, refused: 'It could not be sent' },
  duplicate: { endpoint: duplicateMessage, refused: 'It could not be duplicated' },
}

type Verb = keyof typeof verbs

/** What can be done with a message. What can be taken back is offered back instead of asked about. */
export function useMessageActions(message: Message) {
  const queryClient = useQueryClient()
  const tellRefusal = useRefusalToast()
  const navigate = useNavigate()
  const { id } = message

  const act = useMutation({
    mutationFn: (verb: Verb) => call(verbs[verb].endpoint, { params: { id } }),
    onSuccess: (next) => receiveMessage(queryClient, next),
    onError: (error, verb) => tellRefusal(error, verbs[verb].refused),
  })

  /** Stops what is to come at once; what `title` names is done when nobody takes it back. */
  async function leave(title: string, work: (keepalive: boolean) => Promise<void>) {
    const stops = message.status === 'scheduled' || message.status === 'sending'
    if (stops) await act.mutateAsync('pause')
    laterUnlessUndone(title, work, async () => {
      if (stops) await act.mutateAsync('resume')
    })
  }

  return {
    /** What is under way. */
    busy: act.isPending,
    pause: () => act.mutate('pause'),
    resume: () => act.mutate('resume'),

    sendNow: async () => {
      await act.mutateAsync('sendNow')
      toast({ title: 'Sending now' })
      navigate(paths.editMessage(id))
    },

    duplicate: async () => {
      const copy = await act.mutateAsync('duplicate')
      toast({ title: 'A copy was saved as a draft' })
      navigate(paths.editMessage(copy.id))
    },

    cancel: () =>
      leave('Message cancelled', async (keepalive) => {
        try {
          receiveMessage(queryClient, await call(cancelMessage, { params: { id } }, { keepalive }))
        } catch (error) {
          tellRefusal(error, verbs.cancel.refused)
        }
      }),

    remove: async () => {
      hideMessage(id)
      const restored = () => showMessage(id)
      await leave('Message deleted', async (keepalive) => {
        try {
          await call(deleteMessage, { params: { id } }, { keepalive })
          forgetMessage(queryClient, id)
        } catch (error) {
          restored()
          tellRefusal(error, 'It could not be deleted')
        }
      }).catch(restored)
    },
  }
}
