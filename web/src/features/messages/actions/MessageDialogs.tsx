import type { ComponentProps } from 'react'
import { CancelDialog } from './CancelDialog.tsx'
import { SendNowDialog } from './SendNowDialog.tsx'
import { UnsavedDialog } from './UnsavedDialog.tsx'

type MessageDialogsProps = {
  unsaved: ComponentProps<typeof UnsavedDialog>
  sendNow: ComponentProps<typeof SendNowDialog>
  cancel: ComponentProps<typeof CancelDialog>
}

/** The dialogs that confirm an action on a message. */
export default function MessageDialogs({ unsaved, sendNow, cancel }: MessageDialogsProps) {
  return (
    <>
      <UnsavedDialog {...unsaved} />
      <SendNowDialog {...sendNow} />
      <CancelDialog {...cancel} />
    </>
  )
}
