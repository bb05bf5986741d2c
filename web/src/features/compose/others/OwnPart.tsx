import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast/store.ts'
import { ContentPart } from '../content/ContentPart.tsx'
import type { OwnFields } from '../content/options.ts'
import type { Network } from '../networks.ts'
import { ContentOptions } from '../options/ContentOptions.tsx'

type OwnPartProps = {
  /** Where the content around stands in the form. */
  at: string
  network: Network
  /** What the text around is called. */
  label: string
  /** Whether a chosen group is on this network. */
  isReached: boolean
  /** Whether somebody has just asked for it. */
  isNew: boolean
}

/** What one network gets instead of what the others get. */
export default function OwnPart({ at, network, label, isReached, isNew }: OwnPartProps) {
  const { getValues, setValue, setFocus } = useFormContext()
  const { id, name } = network
  const field = `${at}own.${id}`
  const [begins] = useState(isNew)
  useEffect(() => {
    if (begins && getValues(`${field}.says`) === 'message') setFocus(`${field}.text`)
    // Once, when it comes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  function remove() {
    const gone = getValues(field) as OwnFields
    const put = (own: OwnFields | null) => setValue(field, own, { shouldDirty: true })
    put(null)
    const undo = () => put(gone)
    toast({ title: `${name} uses the shared content again`, action: { label: 'Undo', run: undo } })
  }

  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-3 md:p-4">
      <legend className="px-1.5 text-sm font-medium">On {name}</legend>
      <p className="-mt-2 text-sm text-muted">
        {isReached
          ? `Groups on ${name} get this instead of what stands above.`
          : `No group on ${name} is chosen: this is kept, and sent to nobody.`}
      </p>
      <ContentPart at={`${field}.`} networks={[network]} label={`${label} on ${name}`} isOwn />
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium">How it is sent</summary>
        <div className="mt-3">
          <ContentOptions at={`${field}.`} networks={[network]} />
        </div>
      </details>
      <div>
        <Button size="sm" onClick={remove}>
          Use the shared content
          <span className="sr-only"> on {name}</span>
        </Button>
      </div>
    </fieldset>
  )
}
