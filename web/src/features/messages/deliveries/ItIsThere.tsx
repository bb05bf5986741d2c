import type { Delivery } from '@carillon/contract/deliveries'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

const thereWords = {
  all: 'It’s there',
  files: 'The files are there: send the text',
  text: 'The text is there',
}

/** How an unconfirmed copy is sent again. */
export const againWords = { all: 'Send again', files: 'Send both again', text: 'Send the text' }

type ItIsThereProps = { delivery: Delivery; busy: boolean; onSay: () => void }

/**
 * Says that an unconfirmed copy arrived. Asks first, because it cannot be taken back: said by mistake, the group would
 * never get it. Not where only the files arrived: then the text is sent.
 */
export function ItIsThere({ delivery, busy, onSay }: ItIsThereProps) {
  const [isAsked, ask] = useState(false)
  const { obstacle, doubt = 'all', groupTitle } = delivery
  const words = thereWords[obstacle ? 'all' : doubt]
  return (
    <>
      <Button
        size="sm"
        loading={busy}
        onClick={() => (words === thereWords.files ? onSay() : ask(true))}
      >
        {words}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={ask}
        title={`Did you see it in ${groupTitle}?`}
        description="Then it counts as sent, and is not sent again. This cannot be taken back."
        actions={
          <>
            <Button onClick={() => ask(false)}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                ask(false)
                onSay()
              }}
            >
              {words}
            </Button>
          </>
        }
      />
    </>
  )
}
