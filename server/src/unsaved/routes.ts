import * as contract from '@carillon/contract/unsaved'
import { route, type Api } from '../platform/http/route.ts'
import * as forms from './actions.ts'

export function unsavedRoutes(api: Api): void {
  route(api, contract.getUnsaved, async ({ params }, ctx) => ({
    form: await forms.readForm(ctx, params.place),
  }))
  route(api, contract.keepUnsaved, ({ params, body }, ctx) =>
    forms.keepForm(ctx, params.place, body),
  )
  route(api, contract.forgetUnsaved, async ({ params, body }, ctx) => {
    await forms.forgetForm(ctx, params.place, body.rev)
    return { done: true as const }
  })
}
