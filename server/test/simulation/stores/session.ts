import type * as real from '../../../src/platform/db/session.ts'
import { sessionsAt } from '../interception.ts'

export const openSession: typeof real.openSession = (url) => sessionsAt.get(url)!()
