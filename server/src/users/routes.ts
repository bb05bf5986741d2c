import {
  createUser,
  deleteMe,
  exportMe,
  getMe,
  signOutEverywhere,
  updateMe,
} from '@carillon/contract/users'
import { route, type Api } from '../platform/http/route.ts'
import * as users from './actions.ts'

export function userRoutes(api: Api): void {
  route(api, createUser, ({ body }, ctx) => users.createUser(ctx, body))

  route(api, getMe, (_, ctx) => users.readUser(ctx))

  route(api, updateMe, ({ body }, ctx) => users.updateUser(ctx, body))

  route(api, exportMe, (_, ctx) => users.exportUser(ctx))

  route(api, signOutEverywhere, async (_, ctx) => {
    await users.signOutEverywhere(ctx)
    return { done: true as const }
  })

  route(api, deleteMe, async (_, ctx) => {
    await users.deleteUser(ctx)
    return { done: true as const }
  })
}
