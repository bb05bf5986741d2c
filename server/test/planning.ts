import { startPlanner } from '../src/planning/planner.ts'
import type { TestApp } from './test-app.ts'

/** For a planner that is told by its test when to look, not by the database. */
export const nobodyListens = {
  on: () => () => {},
  onConnected: () => () => {},
  close: async () => {},
}

/** A planner that looks now and rests again. */
export async function plan(app: TestApp) {
  const planner = startPlanner(app.ctx, nobodyListens)
  await planner.rest()
  await planner.stop()
}
