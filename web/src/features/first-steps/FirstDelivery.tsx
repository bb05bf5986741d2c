import type { Message } from '@carillon/contract/messages'
import { useState } from 'react'
import { useUser } from '../../api/session/useSession.ts'
import { Guide } from './Guide.tsx'
import { awaitsFirstDelivery } from './state.ts'

/** On the page of a message: says so when it is the newcomer's first that arrived. */
export function FirstDelivery({ message }: { message: Pick<Message, 'status'> }) {
  const { uid } = useUser()
  const [isNewcomer] = useState(() => awaitsFirstDelivery(uid))
  const [isHidden, setHidden] = useState(false)
  if (!isNewcomer || isHidden || message.status !== 'sent') return null
  return (
    <div className="mb-5">
      <Guide shown="delivered" onHide={() => setHidden(true)} />
    </div>
  )
}
