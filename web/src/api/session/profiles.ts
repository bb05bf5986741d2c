import { createUser, getMe } from '@carillon/contract/users'
import { call } from '../call.ts'
import type { Profiles } from './session.ts'

export const profiles: Profiles = {
  read: () => call(getMe),
  create: (profile) => call(createUser, { body: profile }),
}
