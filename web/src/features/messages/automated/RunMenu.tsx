import type { Message, Run } from '@carillon/contract/messages'
import { useUser } from '../../../api/session/useSession.ts'
import { Time } from '../../../ui/time/Time.tsx'

type RunMenuProps = { message: Message; run: Run; first: boolean }

/** A run to come. */
export function RunMenu({ run, first }: RunMenuProps) {
  const { timeZone } = useUser()
  return (
    <Time
      at={run.at}
      zone={timeZone}
      as="short"
      className={first ? 'px-1.5 font-medium' : 'px-1.5 text-muted'}
    />
  )
}
