import {
  createUser,
  deleteMe,
  endSession,
  exportMe,
  getMe,
  listSessions,
  signOutEverywhere,
  updateMe,
} from '@carillon/contract/users'
import * as identity from '../identity/actions.ts'
import { route, routeStream, type Api } from '../platform/http/route.ts'
import * as users from './actions.ts'
import { exportUser } from './export.ts'

export function userRoutes(
  api: Api,
  { confirmDeletion }: Pick<identity.Identity, 'confirmDeletion'>,
): void {
  route(api, createUser, ({ body }, ctx) => users.createUser(ctx, body))

  route(api, getMe, (_, ctx) => users.readUser(ctx))

  route(api, updateMe, ({ body }, ctx) => users.updateUser(ctx, body))

  routeStream(api, exportMe, exportUser)

  route(api, listSessions, async (_, ctx) => ({
    items: await identity.listSessions(ctx),
    nextCursor: null,
  }))

  route(api, endSession, async ({ params }, ctx) => {
    await identity.endSession(ctx, params.id)
    return { done: true as const }
  })

  route(api, signOutEverywhere, async (_, ctx) => {
    await users.signOutEverywhere(ctx)
    return { done: true as const }
  })

  route(api, deleteMe, async ({ body }, ctx) => {
    await confirmDeletion(ctx.user, body.password)
    await users.deleteUser(ctx)
    return { done: true as const }
  })
}
