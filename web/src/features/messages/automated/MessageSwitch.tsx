import type { MessageSummary } from '@carillon/contract/messages'
import { useState } from 'react'
import { Badge } from '../../../ui/Status.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { PauseLater } from '../actions/PauseLater.tsx'
import { useMessageActions } from '../actions/useMessageActions.tsx'
import { isSending, messageWords, previewOf } from '../words.ts'

/** The switch of a series. If its status is neither active nor paused, the status is shown instead. */
export function MessageSwitch({ message }: { message: MessageSummary }) {
  const { switchOff, switchOn, busy } = useMessageActions(message)
  const [asking, setAsking] = useState(false)
  const { status } = message
  if (status !== 'active' && status !== 'paused') {
    const { label, tone } = messageWords[status]
    return <Badge tone={tone}>{label}</Badge>
  }

  function change(on: boolean) {
    if (on) void switchOn()
    else if (isSending(message)) setAsking(true)
    else void switchOff({})
  }

  return (
    <>
      <Switch
        label={`“${previewOf(message)}” is on`}
        on={status === 'active'}
        onChange={change}
        busy={busy}
      />
      <PauseLater
        noun="message"
        occurrence={message.occurrence}
        open={asking}
        onOpenChange={setAsking}
        onPause={switchOff}
        busy={busy}
      />
    </>
  )
}
