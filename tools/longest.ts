import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take 8 s or more on two quiet cores (2026-11-23): what only waits between what only
 * computes, so that they make room for each other. Vitest itself knows no more of a fresh clone than
 * how large its files are, and these are small: it would end on them, with a core that has nothing to do.
 */
export const LONG = [
  'server/test/simulation/mutants.test.ts',
  'tools/launcher/start.test.ts',
  'server/src/cycles/kill.test.ts',
  'tools/hostile.test.ts',
  'server/src/channels/whatsapp/trouble.test.ts',
  'tools/seed.test.ts',
  'tools/whatsapp.test.ts',
  'server/src/channels/whatsapp/channel.test.ts',
  'server/src/sending/follow-ups/kill.test.ts',
  'server/test/simulation/postgres.test.ts',
  'server/test/simulation/simulation.test.ts',
  'server/src/payments/trouble-conformance.test.ts',
  'server/src/payments/checkout.test.ts',
  'server/src/cycles/life.test.ts',
  'server/src/payments/subscription.test.ts',
  'server/src/cycles/replace.test.ts',
  'server/src/planning/clock.test.ts',
  'tools/launcher/refusals.test.ts',
  'server/src/cycles/simulation/simulation.test.ts',
  'server/src/sending/sent/changes.test.ts',
  'server/src/sending/kill.test.ts',
  'server/src/payments/life.test.ts',
  'server/src/live/gateway.test.ts',
  'server/src/channels/whatsapp/retry.test.ts',
  'server/src/sending/follow-ups/worker.test.ts',
  'server/src/planning/fanout.test.ts',
  'server/src/identity/strangers.test.ts',
  'server/test/access.test.ts',
  'server/src/planning/oracle.test.ts',
]

/** Runs the long files first, in this order, then the others as Vitest would. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const others = await super.sort(files)
    return others.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification) {
  const place = LONG.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? LONG.length : place
}
