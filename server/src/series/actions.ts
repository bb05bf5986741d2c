export { readOtherSeries, type OtherSeries } from './other-sends-store.ts'
export { otherSends } from './other-sends.ts'
export { startPreChecks } from './pre-check.ts'
export { audiencesOf, checkReachable, chooseTargets, problem } from './checks.ts'
export { beginRestore, eraseDeleted, lockSource, lockDeletion } from './deletion.ts'
export { filterOf, pageOf, type ListQuery } from './list.ts'
export {
  readExclusive,
  readForecasts,
  readRuled,
  readRuledGroupsOf,
  startForecast,
  type Forecast,
  type RuledGroup,
  type RunForecasts,
} from './forecast.ts'
export { withinSlotContents } from './limits.ts'
export { replaceLater, replacingMessages } from './replacing.ts'
export { dropExceptions, editSchedule, withStartAndSeed, retimeSlotContents } from './schedules.ts'
export { shiftFrom } from './shift.ts'
export { changed, ownOf, requireOwnChange, requireToCome } from './slot-changes.ts'
export { readRunTexts, runTextIn, runTextOf, type RunText } from './run-texts-store.ts'
export {
  putSlotContent,
  readSlotContents,
  readSlotTexts,
  removeSlotContents,
  type SlotText,
} from './slot-contents-store.ts'
export { changeRow, publishChanged, commonSourceMethods, withLatest } from './source.ts'
export { NO_GROUPS, readSummaries, type SeriesSummary } from './summary.ts'
export { postsTo } from './posts.ts'
export { readGroups, type ChosenGroup, type FirstGroups, type Target } from './targets-store.ts'
