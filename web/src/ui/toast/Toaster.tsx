import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../Button.tsx'
import { cn } from '../cn.ts'
import {
  actOnToast,
  dismissToast,
  onToast,
  presentFoot,
  currentToast,
  type Toast,
} from './store.ts'

/** How long a toast stays without pointer or focus, in milliseconds; how far a swipe must move to close it, in pixels. */
const LIFE_MS = 5_000
const SWIPE_PX = 50

/**
 * Shows a toast. F8 moves the focus to it. It is at the lower left of the page, above a bar that is fixed there: the
 * header has the search, and rows end with times and buttons.
 */
export function Toaster() {
  const shown = useShownToast()
  const viewport = usePlaced(shown?.toast.id)
  return (
    // A toast that is closed while it has the pointer or the focus leaves its provider paused for ever.
    <Radix.Provider
      key={shown?.toast.id}
      duration={LIFE_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_PX}
    >
      {shown && <Bubble key={shown.toast.id} {...shown} />}
      <Radix.Viewport
        ref={viewport}
        className="pointer-events-none fixed bottom-0 left-0 z-[70] w-full max-w-[452px] p-2 outline-none *:pointer-events-auto sm:p-4"
      />
    </Radix.Provider>
  )
}

/**
 * Places a toast beside the sidebar and above the bar at the bottom of the page, also one that appears or grows later.
 * It measures only then, so that other changes of the page cause no forced layout.
 */
function usePlaced(id: string | undefined) {
  const viewport = useRef<HTMLOListElement>(null)
  const foot = useSyncExternalStore(onToast, presentFoot, nothing)
  useLayoutEffect(() => {
    const own = viewport.current
    if (!id || !own) return
    const main = document.querySelector('main')
    function place() {
      const left = main?.getBoundingClientRect().left ?? 0
      const top = foot?.getBoundingClientRect().top ?? innerHeight
      own!.style.left = `${left}px`
      own!.style.bottom = `${Math.max(0, innerHeight - top)}px`
    }
    place()
    const sizes = new ResizeObserver(place)
    for (const one of [document.body, main, foot]) if (one) sizes.observe(one)
    // The observer does not report the height of the window.
    addEventListener('resize', place)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', place)
    }
  }, [id, foot])
  return viewport
}

/** The present toast, or the last one while it leaves. */
function useShownToast() {
  const present = useSyncExternalStore(onToast, currentToast, nothing)
  const [last, setLast] = useState(present)
  if (present && present !== last) setLast(present)
  const toast = present ?? last
  return toast && { toast, open: toast === present }
}

/** A prerendered page has neither toast nor foot. */
const nothing = () => undefined

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
        'data-[state=closed]:animate-unpop data-[state=open]:animate-pop data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:translate-x-full data-[swipe=end]:transition-transform',
        destructive ? 'border-danger/50' : 'border-line',
      )}
    >
      {open && toast.watch}
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
