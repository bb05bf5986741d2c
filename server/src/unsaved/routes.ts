import * as contract from '@carillon/contract/unsaved'
import { route, type Api } from '../platform/http/route.ts'
import * as forms from './actions.ts'

export function unsavedRoutes(api: Api): void {
  route(api, contract.getUnsaved, ({ params, query }, ctx) =>
    forms.readForm(ctx, params.place, query),
  )
  route(api, contract.keepUnsaved, ({ params, body }, ctx) =>
    forms.keepForm(ctx, params.place, body),
  )
  route(api, contract.forgetUnsaved, async ({ params, body }, ctx) => {
    await forms.forgetForm(ctx, params.place, body)
    return { done: true as const }
  })
}
