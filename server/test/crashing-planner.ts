import type { Context } from '../src/platform/context.ts'

/** A planner that is killed before its transaction is committed. */
export const crashing = (ctx: Context): Context => ({
  ...ctx,
  transaction: (work) =>
    ctx.transaction(async (tx) => {
      await work(tx)
      throw new Error('Killed.')
    }),
})
