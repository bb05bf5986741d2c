import type { ReactNode } from 'react'
import { openListeners } from '../listeners.ts'

export type Toast = {
  id: string
  title: string
  description?: string
  variant: 'default' | 'destructive'
  action?: { label: string; run: () => void }
  /** Stays visible after a change to a page with another layout. */
  lasting?: true
  /** A component that renders nothing. While the toast is visible, it watches the result of the action and may replace the toast. */
  watch?: ReactNode
}

/**
 * Shows a toast. At most one is visible: a second one replaces the first at once. Returns its id.
 */
export function toast(
  words: Omit<Toast, 'id' | 'variant'> & { variant?: Toast['variant'] },
): string {
  const id = `toast-${++count}`
  show({ variant: 'default', ...words, id })
  return id
}

/** Removes a toast, unless another has replaced it. */
export function dismissToast(id: string) {
  if (current?.id === id) show(undefined)
}

/** Runs the action of a toast and removes it. */
export function actOnToast(id: string) {
  if (current?.id !== id) return
  const { action } = current
  show(undefined)
  action?.run()
}

/** The visible toast. */
export const currentToast = () => current

const { subscribe, tell } = openListeners()

/** Calls the listener on every change of the toast or of the page's foot. Returns the function that unsubscribes. */
export const onToast = subscribe

let count = 0
let current: Toast | undefined

function show(next: Toast | undefined) {
  current = next
  tell()
}

/** The ref of the bar at the foot of a page: toasts are placed above it. */
export function footerRef(element: HTMLElement | null) {
  present = element ?? undefined
  tell()
  return () => {
    // The foot of the next page may be there already.
    if (present === element) present = undefined
    tell()
  }
}

/** What is at the foot of the page now. */
export const presentFoot = () => present

let present: HTMLElement | undefined
