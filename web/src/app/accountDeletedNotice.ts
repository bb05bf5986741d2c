import { useLocation } from 'react-router'

/** What the public page shows a person who has just deleted their account. */
export type AccountDeletedNotice = { title: string; text: string }

/** The notice for this page, until the person navigates on. */
export function useAccountDeletedNotice(): AccountDeletedNotice | undefined {
  const state = useLocation().state as { notice?: AccountDeletedNotice } | null
  return state?.notice
}
