import type { Mutant } from './mutants.ts'

/** Bugs in where a cycle stands: a step that comes twice, or never. */
const byFile: Readonly<Record<string, readonly Omit<Mutant, 'file' | 'breaks'>[]>> = {
  'src/cycles/source.ts': [
    {
      name: 'takes the steps of a slot along that was passed over',
      find: 'const isSent = opened && !skipped',
      replace: 'const isSent = opened',
      shownBy: 10_064,
    },
    {
      name: 'leaves the steps of late slots where they are, though they are to be taken along',
      find: 'if (!row.advanceOnSkip || !row.schedule) return loaded',
      replace: 'if (late.length >= 0 || !row.schedule) return loaded',
      shownBy: 10_033,
    },
  ],
  'src/cycles/position-rollback.ts': [
    {
      name: 'loses the steps of which nothing went out',
      find: "status === 'skipped' ? !advanceOnSkip && !lastMove : returnedFrom === id",
      replace: 'returnedFrom === id',
      shownBy: 10_030,
    },
    {
      name: 'takes back what a person has skipped',
      find: '!advanceOnSkip && !lastMove',
      replace: '!advanceOnSkip',
      shownBy: 10_341,
    },
  ],
  'src/cycles/on-occurrences-changed.ts': [
    {
      name: 'gives back only the steps of what was made last',
      find: "one.status !== 'sending' || told.some",
      replace: 'told.some',
      shownBy: 10_028,
    },
  ],
  'src/cycles/rotation/position-diff.ts': [
    {
      name: 'goes back over what was said since',
      find: 'if (!stands || ',
      replace: 'if (',
      shownBy: 10_487,
    },
  ],
  'src/cycles/rotation/step-selection.ts': [
    {
      name: 'leaves out every second step',
      find: 'next: turns[at] ?? null',
      replace: 'next: turns[at + 1] ?? null',
      shownBy: 10_001,
    },
    {
      name: 'says the steps of a round again once it is over',
      find: 'if (isOver) return nextRound(rotation, place)',
      replace: 'if (isOver) return { ...place, next: null }',
      shownBy: 10_001,
    },
  ],
  'src/cycles/rotation/stored-position.ts': [
    {
      name: 'forgets the groups that are elsewhere than most',
      find: 'for (const id of some) if (places.has(id)) places.set(id, place)',
      replace: 'void [some, place]',
      shownBy: 10_003,
    },
  ],
  'test/simulation/stores/cycles.ts': [
    {
      name: 'does not write down where a cycle stands',
      find: '...(position ? { position, returnedFrom: null, lastMove: null } : {}),',
      replace: '',
      shownBy: 10_001,
    },
  ],
}

export const cycleMutants: readonly Mutant[] = Object.entries(byFile).flatMap(([file, planted]) =>
  planted.map((one): Mutant => ({ file, breaks: ['turns', 'oneOccurrence'], ...one })),
)
