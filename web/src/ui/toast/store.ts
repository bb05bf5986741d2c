export type Toast = {
  id: string
  title: string
  description?: string
  variant: 'default' | 'destructive'
  action?: { label: string; run: () => void }
  /** Stays visible after a change to a page with another layout. */
  lasting?: true
}

/**
 * At most one toast is seen at a time: a second one replaces the first at once. Answers its id.
 */
export function toast(
  words: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] },
): string {
  const id = `toast-${++count}`
  show({ variant: 'default', ...words, id })
  return id
}

/** Takes a toast away, unless another has taken its place. */
export function dismissToast(id: string) {
  if (current?.id === id) show(undefined)
}

/** Runs the action of a toast and takes it away. */
export function actOnToast(id: string) {
  if (current?.id !== id) return
  const { action } = current
  show(undefined)
  action?.run()
}

/** What is seen now. */
export const presentToast = () => current

/** Tells `listener` of every change; answers how to stop. */
export function onToast(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let count = 0
let current: Toast | undefined
const listeners = new Set<() => void>()

function show(next: Toast | undefined) {
  current = next
  for (const listener of listeners) listener()
}
