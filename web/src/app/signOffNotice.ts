import { useLocation } from 'react-router'

/** What the public page shows a person who has just deleted their account. */
export type SignOffNotice = { title: string; text: string }

/** The notice for this page, until the person navigates on. */
export function useSignOffNotice(): SignOffNotice | undefined {
  const state = useLocation().state as { notice?: SignOffNotice } | null
  return state?.notice
}
