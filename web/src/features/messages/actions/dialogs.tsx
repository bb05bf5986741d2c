import { type ComponentProps, lazy, Suspense } from 'react'
import { useOnce } from '../../../ui/Dialog.tsx'

const LoadedPause = lazy(() => import('./PauseDialog.tsx'))
const LoadedSendNow = lazy(() => import('./SendNowDialog.tsx'))

/** Switching a series off. Its code is fetched when it first opens. */
export function PauseDialog(props: ComponentProps<typeof LoadedPause>) {
  return (
    useOnce(props.open) && (
      <Suspense>
        <LoadedPause {...props} />
      </Suspense>
    )
  )
}

/** Asking before something is sent. Its code is fetched when it first opens. */
export function SendNowDialog(props: ComponentProps<typeof LoadedSendNow>) {
  return (
    useOnce(props.open) && (
      <Suspense>
        <LoadedSendNow {...props} />
      </Suspense>
    )
  )
}
