import { useRef } from 'react'
import { isLost as isCallLost } from '../../api/untilAnswered.ts'
import { IdentityError, type IdentityProblem } from '../../api/session/identity.ts'

/** After these nobody knows whether the call was done. */
const LOST: ReadonlySet<IdentityProblem> = new Set(['network', 'unknown'])

/**
 * For calls to the identity service that are refused the second time, for example since their code is used. Returns a
 * function that makes such a call. If the call is refused after an earlier answer was lost, `find` looks whether it was
 * done, and throws if it was not: then the person reads the refusal.
 */
export function useLostAnswer() {
  const hasLost = useRef(false)
  return async <T>(work: () => Promise<T>, find: () => Promise<T>): Promise<T> => {
    try {
      const result = await work().catch((refusal: unknown) => {
        if (isLost(refusal) || isTooOften(refusal) || !hasLost.current) throw refusal
        return find().catch((error: unknown) => {
          throw isLost(error) ? error : refusal
        })
      })
      hasLost.current = false
      return result
    } catch (error) {
      hasLost.current ||= isLost(error)
      throw error
    }
  }
}

/** Such a refusal says nothing about the call. */
const isTooOften = (error: unknown) =>
  error instanceof IdentityError && error.problem === 'rate_limited'

const isLost = (error: unknown) =>
  error instanceof IdentityError ? LOST.has(error.problem) : isCallLost(error)
