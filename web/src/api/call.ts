import { makeCall } from './makeCall.ts'
import { session } from './session/current.ts'

/** Calls an endpoint as the person who is signed in. */
export const call = makeCall(session)
