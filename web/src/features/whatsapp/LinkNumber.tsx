import type { Connection } from '@carillon/contract/connections'
import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { buttonClasses } from '../../ui/Button.tsx'
import { Card, CardHead } from '../../ui/Card.tsx'
import { CancelLinking } from './CancelLinking.tsx'
import { isUnknown } from './identity.ts'
import { LinkForm } from './LazyLinkForm.tsx'
import { CodeStep, ScanStep, WaitStep } from './steps.tsx'

/** Links a number that is not linked yet: the form, or what the person does next. */
export function LinkNumber({ connections }: { connections: Connection[] }) {
  const [isOpen, setOpen] = useState(false)
  const linking = connections.find(isUnknown)
  const card = (
    <Card>
      <CardHead
        title="Link a WhatsApp number"
        note="Messages go out from your own number, as they do from WhatsApp Web."
      />
      <div className="grid gap-4 px-4 pb-5 md:px-5">
        {linking?.pairing ? <Step connection={linking} /> : <Begin linking={linking} />}
      </div>
    </Card>
  )
  if (linking || connections.length === 0) return card
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={buttonClasses()}>Link another number</summary>
      <div className="mt-3">{isOpen && card}</div>
    </details>
  )
}

/** The form; above it why the last attempt came to nothing. */
function Begin({ linking }: { linking: Connection | undefined }) {
  return (
    <>
      {linking?.attention && linking.attention.code !== 'not_paired' && (
        <Banner tone="warn">{linking.attention.text}</Banner>
      )}
      <LinkForm aside={linking && <CancelLinking connection={linking} />} />
    </>
  )
}

function Step({ connection }: { connection: Connection }) {
  switch (connection.pairing?.step) {
    case 'scan':
      return <ScanStep connection={connection} />
    case 'type_there':
      return <CodeStep connection={connection} />
    default:
      return <WaitStep connection={connection} />
  }
}
