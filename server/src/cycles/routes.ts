import * as contract from '@carillon/contract/cycles'
import { route, type Api } from '../platform/http/route.ts'
import * as cycles from './actions.ts'
import { deleteCycle, restoreCycle } from './deletion.ts'
import { duplicateCycle } from './duplicate.ts'
import { readFigures } from './figures.ts'
import { listCycles, listOccurrences } from './list.ts'
import * as positions from './position-actions.ts'
import { simulateCycle } from './simulation/simulation.ts'
import { changeSlot } from './slot-edit.ts'
import { swapInCycle } from './swap-in.ts'

export function cycleRoutes(api: Api): void {
  route(api, contract.listCycles, ({ query }, ctx) => listCycles(ctx, query))
  route(api, contract.createCycle, ({ body }, ctx) => cycles.createCycle(ctx, body))
  route(api, contract.simulateCycle, ({ body }, ctx) => simulateCycle(ctx, body))
  route(api, contract.getCycle, ({ params }, ctx) => cycles.readCycle(ctx, ctx, params.id))
  route(api, contract.updateCycle, ({ params, body }, ctx) =>
    cycles.updateCycle(ctx, params.id, body),
  )
  route(api, contract.deleteCycle, ({ params }, ctx) => deleteCycle(ctx, params.id))
  route(api, contract.restoreCycle, ({ params }, ctx) => restoreCycle(ctx, params.id))
  route(api, contract.dismissCycleAttention, ({ params }, ctx) =>
    cycles.dismissAttention(ctx, params.id),
  )
  route(api, contract.pauseCycle, ({ params, body }, ctx) =>
    cycles.pauseCycle(ctx, params.id, body),
  )
  route(api, contract.resumeCycle, ({ params }, ctx) => cycles.resumeCycle(ctx, params.id))
  route(api, contract.finishCycle, ({ params }, ctx) => cycles.finishCycle(ctx, params.id))
  route(api, contract.swapInCycle, ({ params }, ctx) => swapInCycle(ctx, params.id))
  route(api, contract.skipNextStep, ({ params }, ctx) => positions.skipNext(ctx, params.id))
  route(api, contract.sendNextStep, ({ params, body }, ctx) =>
    positions.sendNext(ctx, params.id, body),
  )
  route(api, contract.jumpToStep, ({ params, body }, ctx) =>
    positions.jump(ctx, params.id, body.step),
  )
  route(api, contract.restartRound, ({ params }, ctx) => positions.restartRound(ctx, params.id))
  route(api, contract.restorePlace, ({ params, body }, ctx) =>
    positions.restorePlace(ctx, params.id, body),
  )
  route(api, contract.duplicateCycle, ({ params }, ctx) => duplicateCycle(ctx, params.id))
  route(api, contract.listCycleOccurrences, ({ params, query }, ctx) =>
    listOccurrences(ctx, params.id, query),
  )
  route(api, contract.getCycleFigures, ({ params }, ctx) => readFigures(ctx, params.id))
  route(api, contract.changeCycleSlot, ({ params, body }, ctx) =>
    changeSlot(ctx, params.id, params.slotAt, body),
  )
}
