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
  /** Draws nothing; while the toast is seen it looks what becomes of what it tells, and may tell it anew. */
  watch?: ReactNode
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

const { subscribe, tell } = openListeners()

/** Tells of every change of the toast, and of what it lies above; answers how to stop. */
export const onToast = subscribe

let count = 0
let current: Toast | undefined

function show(next: Toast | undefined) {
  current = next
  tell()
}

/** The reference of what stays in reach at the foot of a page: toasts lie above it. */
export function foot(element: HTMLElement | null) {
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
