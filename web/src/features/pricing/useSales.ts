import { useEffect, useState } from 'react'
import type { salesStatus } from './checkout.ts'

type Sales = Awaited<ReturnType<typeof salesStatus>>

/** Whether plans can be bought on this server; undefined until it has told. */
export function useSales(): Sales | undefined {
  const [sales, setSales] = useState<Sales>()
  useEffect(() => {
    let isGone = false
    void import('./checkout.ts')
      .then(({ salesStatus }) => salesStatus())
      .then((status) => {
        if (!isGone) setSales(status)
      })
      // Not knowing, the button stays: a checkout that cannot begin says so.
      .catch(() => {})
    return () => void (isGone = true)
  }, [])
  return sales
}
