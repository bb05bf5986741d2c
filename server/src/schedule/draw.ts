import type { Schedule } from '@carillon/contract/schedule'
import { after, seconds } from '../platform/clock.ts'
import { MINUTE_MS } from './calendar.ts'

/**
 * When a slot is due: up to the jitter after it, in whole seconds, never before it. The same seed and slot give the
 * same instant, so that a preview shows what will happen.
 */
export function dueAt(schedule: Schedule, slotAt: Date): Date {
  return after(slotAt, delayOf(schedule, slotAt, schedule.jitterMinutes ?? 0, 'jitter'))
}

/**
 * The delay of one target within the spread, in milliseconds; `target` is its id. It does not depend on other targets,
 * so adding a group does not move the others.
 */
export function spreadMs(schedule: Schedule, slotAt: Date, target: string): number {
  return delayOf(schedule, slotAt, schedule.spreadMinutes ?? 0, target)
}

function delayOf({ seed = 0 }: Schedule, slotAt: Date, minutes: number, what: string): number {
  if (minutes === 0) return 0
  const choices = (minutes * MINUTE_MS) / seconds(1) + 1
  return seconds(Math.floor(draw(`${seed} ${slotAt.getTime()} ${what}`) * choices))
}

/** The random number of a run: the same seed and instant give the same number everywhere. */
export const drawOf = (seed: number | undefined, at: Date): number =>
  draw(`${seed ?? 0} ${at.getTime()} variant`)

/** A number in [0, 1) that looks random and is the same for the same words: FNV-1a, then Murmur3's end. */
export function draw(words: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < words.length; n++) {
    hash = Math.imul(hash ^ words.charCodeAt(n), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
