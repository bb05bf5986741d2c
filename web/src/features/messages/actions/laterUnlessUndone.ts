import { toast } from '../../../ui/toast/store.ts'

type Deed = { work: (keepalive: boolean) => Promise<void>; undo: () => Promise<void> }

/**
 * Does `work` once the toast that offers to undo it is gone, or the page is being left (`keepalive`);
 * after Undo it does `undo` instead.
 */
export function laterUnlessUndone(title: string, { work, undo }: Deed) {
  let settled = false
  const once = (task: () => Promise<void>) => {
    if (settled) return
    settled = true
    removeEventListener('pagehide', onLeave)
    void task()
  }
  const onLeave = () => once(() => work(true))
  addEventListener('pagehide', onLeave)
  toast({
    title,
    action: { label: 'Undo', run: () => once(undo) },
    onGone: () => once(() => work(false)),
  })
}
