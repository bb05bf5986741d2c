import { startPlanner } from '../src/planning/planner.ts'
import type { TestApp } from './test-app.ts'

/** A listener for a planner that the test wakes, not the database. */
export const nobodyListens = {
  on: () => () => {},
  onConnected: () => () => {},
  close: async () => {},
}

/** Runs a planner once. */
export async function plan(app: TestApp) {
  const planner = startPlanner(app.ctx, nobodyListens)
  await planner.rest()
  await planner.stop()
}
