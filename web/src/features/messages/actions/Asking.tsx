import type { ComponentProps } from 'react'
import { CancelDialog } from './CancelDialog.tsx'
import { SendNowDialog } from './SendNowDialog.tsx'
import { UnsavedDialog } from './UnsavedDialog.tsx'

type AskingProps = {
  unsaved: ComponentProps<typeof UnsavedDialog>
  sendNow: ComponentProps<typeof SendNowDialog>
  cancel: ComponentProps<typeof CancelDialog>
}

/** What is asked before something is done with a message. */
export default function Asking({ unsaved, sendNow, cancel }: AskingProps) {
  return (
    <>
      <UnsavedDialog {...unsaved} />
      <SendNowDialog {...sendNow} />
      <CancelDialog {...cancel} />
    </>
  )
}
