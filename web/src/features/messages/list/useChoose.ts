import { useSearchParams } from '../../../app/navigation/useSearchParams.ts'

/** Writes a choice into the address under its name; an empty one is removed. */
export function useChoose() {
  const [, setSearch] = useSearchParams()
  return (name: string, value: string) =>
    setSearch(
      (present) => {
        const next = new URLSearchParams(present)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
}
