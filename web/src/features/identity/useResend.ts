import { useState } from 'react'
import { errorWords } from '../../api/errors.ts'
import { IdentityError } from '../../api/session/identity.ts'

/** Sends a code once more and says how that went. */
export function useResend(send: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<string>()

  async function resend() {
    setBusy(true)
    setTold(undefined)
    try {
      await send()
      setTold('A new code is on its way. The old one no longer works.')
    } catch (error) {
      setTold(error instanceof IdentityError ? error.message : errorWords(error))
    }
    setBusy(false)
  }

  return { busy, told, resend }
}
