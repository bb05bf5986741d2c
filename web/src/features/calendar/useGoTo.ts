import { useSearchParams } from '../../app/navigation/useSearchParams.ts'

/** Shows the month or week of a day. */
export function useGoTo(today: string) {
  const [, setSearch] = useSearchParams()
  return (to: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present)
        if (to === today) next.delete('date')
        else next.set('date', to)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
}
