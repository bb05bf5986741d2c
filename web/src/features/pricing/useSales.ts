import type { PublicConfig } from '@carillon/contract/config'
import { useEffect, useState } from 'react'

/** Whether plans can be bought on this server; undefined until it has told. */
export function useSales(): PublicConfig['payments'] | undefined {
  const [sales, setSales] = useState<PublicConfig['payments']>()
  useEffect(() => {
    let isGone = false
    void import('./checkout.ts')
      .then(({ paymentsStatus }) => paymentsStatus())
      .then((status) => {
        if (!isGone) setSales(status)
      })
      // Not knowing, the button stays: a checkout that cannot begin says so.
      .catch(() => {})
    return () => void (isGone = true)
  }, [])
  return sales
}
