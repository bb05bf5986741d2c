import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '../Button.tsx'
import { cn } from '../cn.ts'
import { actOnToast, dismissToast, onToast, presentToast, type Toast } from './store.ts'

/** How long a toast stays, in milliseconds, unless pointed at or focused, and how far a swipe takes it away. */
const LIFE_MS = 5_000
const SWIPE_PX = 50

/**
 * What shows a toast. F8 moves the focus to it. It lies over the middle of the header, where nothing is read or
 * pressed: rows end, and pages begin, with times and buttons.
 */
export function Toaster() {
  const shown = useShownToast()
  return (
    // A toast that is closed while it is pointed at or focused leaves its provider paused for good.
    <Radix.Provider
      key={shown?.toast.id}
      duration={LIFE_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
    >
      {shown && <Bubble key={shown.toast.id} {...shown} />}
      <Radix.Viewport className="pointer-events-none fixed inset-x-0 top-0 z-[70] mx-auto w-full max-w-[452px] p-2 outline-none *:pointer-events-auto sm:p-4 sm:pt-2" />
    </Radix.Provider>
  )
}

/** The present toast, or the last one while it leaves. */
function useShownToast() {
  const present = useSyncExternalStore(onToast, presentToast, noToast)
  const [last, setLast] = useState(present)
  if (present && present !== last) setLast(present)
  const toast = present ?? last
  return toast && { toast, open: toast === present }
}

/** A page that is rendered when the app is built has nothing to tell yet. */
const noToast = () => undefined

function Bubble({ toast, open }: { toast: Toast; open: boolean }) {
  const destructive = toast.variant === 'destructive'
  return (
    <Radix.Root
      open={open}
      type={destructive ? 'foreground' : 'background'}
      data-variant={toast.variant}
      onOpenChange={(next) => {
        if (!next) dismissToast(toast.id)
      }}
      className={cn(
        'flex items-center gap-3 rounded-lg border bg-raised py-2 pr-2 pl-4 shadow-float',
        'data-[state=closed]:animate-undrop data-[state=open]:animate-drop data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-full data-[swipe=end]:transition-transform',
        destructive ? 'border-danger/50' : 'border-line',
      )}
    >
      <div className="grid min-w-0 flex-1 gap-0.5 py-0.5">
        <Radix.Title className={cn('font-medium', destructive && 'text-danger')}>
          {toast.title}
        </Radix.Title>
        {toast.description && (
          <Radix.Description className="text-muted">{toast.description}</Radix.Description>
        )}
      </div>
      {toast.action && (
        <Radix.Action asChild altText={toast.action.label}>
          <Button size="sm" onClick={() => actOnToast(toast.id)}>
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="plain" size="sm" icon aria-label="Close">
          <X size={16} aria-hidden />
        </Button>
      </Radix.Close>
    </Radix.Root>
  )
}
