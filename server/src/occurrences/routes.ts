import * as contract from '@carillon/contract/deliveries'
import { route, type Api } from '../platform/http/route.ts'
import { readOccurrence } from './reads.ts'
import { presentOccurrence } from './present.ts'

export function occurrenceRoutes(api: Api): void {
  route(api, contract.getOccurrence, async ({ params }, ctx) =>
    presentOccurrence(await readOccurrence(ctx, params.id)),
  )
}
