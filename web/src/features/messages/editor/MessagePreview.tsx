import type { Message } from '@carillon/contract/messages'
import type { ComponentProps } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useUser } from '../../../api/session/useSession.ts'
import { clockTime } from '../../../ui/time/words.ts'
import { uploadProblem } from '../../compose/media/files.ts'
import { contentOf } from '../../compose/content/options.ts'
import { useContentValues } from '../../compose/content/useContentValues.ts'
import { Preview } from '../../compose/preview/Preview.tsx'
import { SendTest } from '../../compose/test/SendTest.tsx'
import { useReach } from '../../compose/useReach.ts'
import { useTiming } from '../../schedule/useTiming.ts'
import type { MessageForm } from '../form.ts'
import { useDelayingGroups } from './useDelayingGroups.ts'

/** The preview of the message in the first chosen group, as it is typed. */
export function MessagePreview({ message }: { message: Message | undefined }) {
  const { control, getValues } = useFormContext<MessageForm>()
  const [groupIds, zone] = useWatch({ control, name: ['groupIds', 'timeZone'] })
  const { timeZone } = useUser()
  const said = () => contentOf(getValues('text'), getValues())
  const { times } = useTiming(message?.schedule, useDelayingGroups())
  const time = times[0] ? clockTime(times[0], timeZone) : ''
  const run = { at: times[0], timeZone: zone, n: (message?.runs ?? 0) + 1 }
  return (
    <>
      <Typed time={time} run={run} {...useReach(groupIds)} />
      <SendTest
        groupIds={groupIds}
        timeZone={zone}
        said={said}
        missing={() => uploadProblem(getValues())?.message}
      />
    </>
  )
}

/** Only this part renders again with each key. */
const Typed = (chat: Omit<ComponentProps<typeof Preview>, 'said'>) => (
  <Preview said={useContentValues()} {...chat} />
)
