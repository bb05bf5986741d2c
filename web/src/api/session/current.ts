import { createEmbeddedIdentity } from './embedded.ts'
import { createSession } from './session.ts'

/** The session of this page. */
export const session = createSession(createEmbeddedIdentity(), async () => {
  const { profiles } = await import('./profiles.ts')
  return profiles
})
