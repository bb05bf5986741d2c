import type { InputOf } from '@carillon/contract/endpoint'
import { updateMe } from '@carillon/contract/users'
import { call } from '../../api/call.ts'
import { session } from '../../api/session/current.ts'
import { askUntilAnswered } from '../../app/retries.ts'

/** Changes the signed-in user; all components then show the server's answer. */
export const useUpdateMe = () => async (change: InputOf<typeof updateMe>['body']) => {
  session.receive(await askUntilAnswered(() => call(updateMe, { body: change })))
}
