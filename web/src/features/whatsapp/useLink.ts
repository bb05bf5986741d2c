import { type Connection, createConnection, pairConnection } from '@carillon/contract/connections'
import { useQueryClient } from '@tanstack/react-query'
import { askAgain } from '../../api/askAgain.ts'
import { call } from '../../api/call.ts'
import { CONNECTIONS, setConnection } from '../connections/cache.ts'

/** How a number is linked: by a code to scan, or by one to type on the phone of this number. */
export type Wish = { method: 'qr' | 'code'; phone: string; consent: boolean }

/** Begins to link: a new number, or the one of `connection` again. Throws what the server refuses. */
export function useLink(connection?: Connection) {
  const queryClient = useQueryClient()
  return async ({ method, phone, consent }: Wish) => {
    const way = method === 'qr' ? { method } : { method, phone }
    const next = connection
      ? await call(pairConnection, {
          params: { id: connection.id },
          body: { refresh: true, ...way },
        })
      : await call(createConnection, { body: { channel: 'whatsapp', consent, ...way } })
    setConnection(queryClient, next)
    // The answer has no code. The event with the code may have come before it and been overwritten: ask again.
    await askAgain(queryClient, CONNECTIONS)
  }
}
