import type { Delivery } from '@carillon/contract/deliveries'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useDeliveryActions } from './useDeliveryActions.ts'
import { onceMoreWords } from './words.ts'

const thereWords = {
  all: 'It’s there',
  files: 'The files are there: send the text',
  text: 'The text is there',
}

/** How an unconfirmed copy is sent again. */
const againWords = { all: 'Send again', files: 'Send both again', text: 'Send the text' }

/**
 * The answers to an unconfirmed copy. What cannot be taken back asks first: said by mistake, the group would never get
 * it, or get it twice. That only the files arrived is not asked: then the text is sent.
 */
export function Uncertain({ delivery }: { delivery: Delivery }) {
  const { resolve, busy } = useDeliveryActions(delivery)
  const { obstacle, doubt = 'all', groupTitle, channel } = delivery
  const there = thereWords[obstacle ? 'all' : doubt]
  const isThere = () => resolve('sent')
  return (
    <div className="flex flex-wrap gap-2">
      {!obstacle && doubt === 'files' ? (
        <Button size="sm" loading={busy === 'sent'} onClick={isThere}>
          {there}
        </Button>
      ) : (
        <Asked
          title={`Did you see it in ${groupTitle}?`}
          description="Then it counts as sent, and is not sent again. This cannot be taken back."
          busy={busy === 'sent'}
          onYes={isThere}
        >
          {there}
        </Asked>
      )}
      {obstacle ? (
        <Button size="sm" loading={busy === 'missing'} onClick={() => resolve('missing')}>
          It did not arrive
        </Button>
      ) : (
        <Asked
          title={`Is it missing in ${groupTitle}?`}
          description={onceMoreWords(channel)}
          busy={busy === 'resend'}
          onYes={() => resolve('resend')}
        >
          {againWords[doubt]}
        </Asked>
      )}
    </div>
  )
}

type AskedProps = {
  title: string
  description: string
  busy: boolean
  onYes: () => void
  children: ReactNode
}

/** A button that asks first, in a dialog that has the same button. */
function Asked({ title, description, busy, onYes, children }: AskedProps) {
  const [isAsked, ask] = useState(false)
  const onConfirm = () => {
    ask(false)
    onYes()
  }
  return (
    <>
      <Button size="sm" loading={busy} onClick={() => ask(true)}>
        {children}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={ask}
        title={title}
        description={description}
        actions={
          <>
            <Button onClick={() => ask(false)}>Cancel</Button>
            <Button variant="primary" onClick={onConfirm}>
              {children}
            </Button>
          </>
        }
      />
    </>
  )
}
