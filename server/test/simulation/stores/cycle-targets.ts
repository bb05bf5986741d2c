import type * as real from '../../../src/cycles/targets-store.ts'
import { rowsOf } from '../rows.ts'

export const readTargets: typeof real.readTargets = async (reading, ids) => {
  const { cycleGroups, groups } = rowsOf(reading)
  const targets = [...cycleGroups.values()]
    .filter(({ cycleId }) => ids.includes(cycleId))
    .toSorted((a, b) => a.place - b.place)
    .map(({ cycleId, groupId, topics }) => {
      const { accountId, status, quietHours, timeZone } = groups.get(groupId)!
      const group = { accountId, status, quietHours, timeZone: timeZone ?? 'UTC' }
      return { cycleId, groupId, topics, ...group }
    })
  return Map.groupBy(targets, ({ cycleId }) => cycleId)
}

export const readChosen: typeof real.readChosen = async (reading, cycleId) => {
  const { cycleGroups, groups } = rowsOf(reading)
  return [...cycleGroups.values()]
    .filter((one) => one.cycleId === cycleId)
    .toSorted((a, b) => a.place - b.place)
    .map(({ groupId }) => groups.get(groupId)!)
    .filter(({ status }) => status !== 'removed')
    .map(({ id, channel, status, reason, title, topics }) => {
      return { id, channel, status, reason, title, topics }
    })
}
