import { getConfig } from '@carillon/contract/config'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../api/call.ts'
import { NetworkError } from '../api/errors.ts'
import { Banner } from '../ui/Banner.tsx'

/** How often the server is asked whether it is back, in milliseconds. */
const ASK_EVERY_MS = 3_000

const { message: AWAY } = new NetworkError()

/** What was said about the surrounding form as a whole. That the server cannot be reached is over once it answers. */
export function FormProblem() {
  const { formState, clearErrors } = useFormContext()
  const words = formState.errors.root?.message
  const isAway = words === AWAY
  useEffect(() => {
    if (!isAway) return
    const over = new AbortController()
    const { signal } = over
    const timer = setInterval(() => {
      call(getConfig, {}, { signal }).then(
        () => signal.aborted || clearErrors('root'),
        () => {}, // It is still away.
      )
    }, ASK_EVERY_MS)
    return () => {
      clearInterval(timer)
      over.abort()
    }
  }, [isAway, clearErrors])
  return words ? <Banner tone="danger">{words}</Banner> : null
}
