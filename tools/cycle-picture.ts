import { join } from 'node:path'
import { jumpTo, skipSlot } from '../server/src/cycles/rotation/skip-and-jump.ts'
import { carryOver, UNMOVED, type Position } from '../server/src/cycles/rotation/position.ts'
import type { Rotation } from '../server/src/cycles/rotation/rounds.ts'
import { stepsAt } from '../server/src/cycles/rotation/step-selection.ts'
import { ROOT } from './launcher/project.mjs'
import { writeDocument } from './generated-docs.ts'

// Writes docs/images/cycle.svg: what each order, mode and change of a cycle says, by the function that the planner
// asks; with --check it writes nothing and fails when the picture shows something else.

const SLOTS = 9

/** Before a slot: another rotation, a move of the position, or a slot of which nothing goes out. */
type Change = {
  edit?: Partial<Rotation>
  move?: (rotation: Rotation, position: Position) => Position
  skipped?: true
}

type Row = { label: string; rotation: Rotation; changes?: Readonly<Record<number, Change>> }

const step = (id: string, weight = 1) => ({
  id,
  enabled: true,
  weight,
  from: null,
  until: null,
  maxSends: null,
})

const usual: Rotation = {
  order: 'sequence',
  mode: 'same',
  steps: ['A', 'B', 'C', 'D'].map((id) => step(id)),
  groupIds: ['x'],
  stepsPerSlot: 1,
  seed: 4,
  ends: {},
}

const weighted = [step('A', 4), step('B', 2), step('C', 2), step('D', 1)]

const facts = ({ groupIds }: Rotation) => ({ day: '2026-06-01', reachable: new Set(groupIds) })

const joined = { 2: { edit: { groupIds: ['x', 'y', 'z'] } } }

const modeOf = (mode: Rotation['mode'], label: string): Row => ({
  label,
  rotation: { ...usual, mode, groupIds: ['x', 'y'] },
  changes: joined,
})

const panels: { title: string; rows: Row[] }[] = [
  {
    title: 'Order: what one group gets, slot after slot',
    rows: [
      { label: 'sequence', rotation: usual },
      { label: 'once', rotation: { ...usual, order: 'once' } },
      { label: 'shuffle', rotation: { ...usual, order: 'shuffle' } },
      {
        label: 'weighted: A 4, B 2, C 2, D 1',
        rotation: { ...usual, order: 'weighted', steps: weighted },
      },
    ],
  },
  {
    title: 'Mode: what groups x, y and z get; z joins before slot 3',
    rows: [
      modeOf('same', 'same'),
      modeOf('own_place', 'own place'),
      modeOf('one_group', 'one group'),
    ],
  },
  {
    title: 'Position: what one group gets when something happens before slot 3',
    rows: [
      { label: 'nothing happens', rotation: usual },
      { label: 'slot 3 is passed over', rotation: usual, changes: { 2: { skipped: true } } },
      {
        label: 'C, which is next, is removed',
        rotation: usual,
        changes: { 2: { edit: { steps: usual.steps.filter(({ id }) => id !== 'C') } } },
      },
      {
        label: 'D is moved before C, which is next',
        rotation: usual,
        changes: { 2: { edit: { steps: ['A', 'B', 'D', 'C'].map((id) => step(id)) } } },
      },
      {
        label: 'C is skipped by hand',
        rotation: usual,
        changes: { 2: { move: (of, position) => skipSlot(of, position, facts(of)) } },
      },
      {
        label: 'A is made the next',
        rotation: usual,
        changes: { 2: { move: (of, position) => jumpTo(of, position, 'A') } },
      },
    ],
  },
]

/** What each group gets at each slot, as the planner would decide it. */
function said({ rotation: first, changes = {} }: Row): Map<string, string[]> {
  const cells = new Map<string, string[]>()
  let [rotation, position] = [first, UNMOVED]
  for (let slot = 0; slot < SLOTS; slot++) {
    const { edit, move, skipped } = changes[slot] ?? {}
    if (edit) {
      const after = { ...rotation, ...edit }
      position = carryOver(rotation, after, position)
      rotation = after
    }
    if (move) position = move(rotation, position)
    if (skipped) continue
    const decision = stepsAt(rotation, position, facts(rotation))
    if (decision.kind === 'nothing') continue
    for (const { stepId, groupIds } of decision.parts) {
      for (const id of groupIds) {
        const own = cells.get(id) ?? []
        own[slot] = stepId
        cells.set(id, own)
      }
    }
    position = decision.after
  }
  return cells
}

const [LEFT, CELL, ROW, WIDTH] = [224, 40, 28, 600]

const FILLS: Readonly<Record<string, string>> = {
  A: '#bfdbfe',
  B: '#bbf7d0',
  C: '#fde68a',
  D: '#fbcfe8',
}

const text = (x: number, y: number, words: string, kind = '') =>
  `<text x="${x}" y="${y}"${kind && ` class="${kind}"`}>${words}</text>`

function draw(): string {
  const parts: string[] = []
  let y = 8
  for (const { title, rows } of panels) {
    y += 24
    parts.push(text(8, y, title, 'title'))
    y += 22
    for (let n = 1; n <= SLOTS; n++) {
      parts.push(text(LEFT + (n - 0.5) * CELL, y, String(n), 'slot'))
    }
    y += 8
    for (const row of rows) {
      const groups = [...said(row)].toSorted(([a], [b]) => (a < b ? -1 : 1))
      for (const [n, [group, cells]] of groups.entries()) {
        if (n === 0) parts.push(text(8, y + 18, row.label))
        if (groups.length > 1) parts.push(text(LEFT - 20, y + 18, group))
        for (let slot = 0; slot < SLOTS; slot++) {
          const [x, id] = [LEFT + slot * CELL, cells[slot]]
          const fill = id ? `fill="${FILLS[id]}"` : 'class="none"'
          parts.push(
            `<rect x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${ROW - 4}" rx="4" ${fill}/>`,
          )
          if (id) parts.push(text(x + CELL / 2, y + 18, id, 'step'))
        }
        y += ROW
      }
      y += 4
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" height="${y + 8}" role="img" aria-label="What the orders, modes and changes of a cycle say, slot after slot">
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2937 }
.title { font-weight: 600 }
.slot, .step { text-anchor: middle }
.slot { font-size: 11px }
.none { fill: none; stroke: #9ca3af; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) { text:not(.step) { fill: #e5e7eb } }
</style>
${parts.join('\n')}
</svg>
`
}

writeDocument({
  tool: 'tools/cycle-picture.ts',
  path: join(ROOT, 'docs/images/cycle.svg'),
  text: draw(),
  source: 'the code',
})
