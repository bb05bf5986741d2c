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

/** Tells of every change; answers how to stop. */
export const onToast = subscribe

let count = 0
let current: Toast | undefined

function show(next: Toast | undefined) {
  current = next
  tell()
}
