import { finishCycle, pauseCycle, resumeCycle } from '../../src/cycles/actions.ts'
import { jump, restartRound, sendNext, skipNext } from '../../src/cycles/position-actions.ts'
import type { Context, UserContext } from '../../src/platform/context.ts'
import { rowsOf } from './rows.ts'

/** What a person did to a cycle; the judge reads it with what it changed. */
export type Asked = {
  verb: 'start' | 'pause' | 'finish' | 'sendNext' | 'skipNext' | 'restart' | 'jump'
  stepId?: string
}

type Cycle = { id: string; userId: string }

/** What people do with cycles, by the product's own verbs. */
export async function ask(ctx: Context, { id, userId }: Cycle, asked: Asked): Promise<void> {
  const user: UserContext = {
    ...ctx,
    user: { id: userId, email: null, name: null, picture: null, sessionId: null },
    transaction: (work) =>
      ctx.transaction(async (tx) => {
        const answer = await work(tx)
        const rows = rowsOf(tx)
        rows.change('sources', rows.sources.get(id)!, { asked: { ...asked } })
        return answer
      }),
  }
  await verbs[asked.verb](user, id, asked)
}

const verbs: Record<
  Asked['verb'],
  (user: UserContext, id: string, asked: Asked) => Promise<unknown>
> = {
  start: (user, id) => resumeCycle(user, id),
  pause: (user, id) => pauseCycle(user, id),
  finish: (user, id) => finishCycle(user, id),
  sendNext: (user, id) => sendNext(user, id),
  skipNext: (user, id) => skipNext(user, id),
  restart: (user, id) => restartRound(user, id),
  jump: (user, id, { stepId = '' }) => jump(user, id, stepId),
}
